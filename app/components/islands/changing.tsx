/**
 * Renders a text that a script changes, as the only child of an element. A changed text is a new element, as is each
 * element whose key is its text: browsers that translate a page replace its text nodes, and changes of those would not be
 * visible.
 */
export const Changing = ({ text }: { text: string }) => <span key={text}>{text}</span>
