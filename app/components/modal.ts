// HTML attributes of modal dialogs, which need no script in browsers with invoker commands. In other browsers,
// document/scripts/header.js carries out the commands. React 18 does not know the attributes and renders them unchanged.

/** The attributes of a modal dialog that a click beside it closes, as Escape does. */
export const modal = { closedby: 'any' } as object

/** Returns the attributes of a button that opens a modal dialog. @param id the dialog's element id */
export const opensModal = (id: string): object => ({
  'aria-haspopup': 'dialog',
  ...{ command: 'show-modal', commandfor: id },
})

/** Returns the attributes of a button that closes a modal dialog. @param id the dialog's element id */
export const closesModal = (id: string): object => ({ command: 'close', commandfor: id })
