/** A form element that a visitor fills in. */
export type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

/** Returns whether an element of a form is a control, and not a button or a fieldset. */
export const isControl = (element: Element): element is Control =>
  element.matches('input, select, textarea')

/** Returns whether a control is a checkbox or a radio button. */
export const isChoice = (control: Control): control is HTMLInputElement =>
  control.matches('[type=checkbox], [type=radio]')
