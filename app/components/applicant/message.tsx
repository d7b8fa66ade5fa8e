import { MessagePage } from '../sections/message-page.tsx'
import { ActionForm, type ActionFormProps, Rejection } from './action-form.tsx'

/** The content of a page behind a personal link: a message, and a form with one button. */
export interface PersonalMessage {
  title: string
  text: string
  form?: Omit<ActionFormProps, 'children'>
}

interface PersonalMessagePageProps extends PersonalMessage {
  /** Why the form was rejected; absent if it was not. */
  rejected: string | undefined
}

/** Renders a page with a message for one person. */
export const PersonalMessagePage = ({ title, text, form, rejected }: PersonalMessagePageProps) => (
  <MessagePage title={title} text={text}>
    <Rejection message={rejected} />
    {form && <ActionForm {...form} />}
  </MessagePage>
)
