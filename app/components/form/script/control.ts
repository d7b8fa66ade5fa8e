/** What a visitor fills in. */
export type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

/** Whether an element of a form is filled in; buttons and field sets are elements of it, too. */
export const isControl = (element: Element): element is Control =>
  element.matches('input, select, textarea')

/** A checkbox or a radio button. */
export const isChoice = (control: Control): control is HTMLInputElement =>
  control.matches('[type=checkbox], [type=radio]')
