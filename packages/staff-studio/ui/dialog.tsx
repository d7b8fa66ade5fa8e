import { Box, Button, Flex, Dialog as SanityDialog, Stack, Text } from '@sanity/ui'
import { type ComponentProps, useEffect, useState } from 'react'

type ButtonProps = ComponentProps<typeof Button>

interface DialogProps extends Omit<ComponentProps<typeof SanityDialog>, 'ref'> {
  'data-testid'?: string
  /** The buttons that close the dialog, the primary button last. */
  buttons?: readonly ButtonProps[]
}

/**
 * A dialog that initially focuses the element with `autoFocus` instead of the close button. When it closes, it returns
 * the focus to the element that had it before.
 */
export function Dialog({ children, buttons, 'data-testid': testId, ...props }: DialogProps) {
  // Read during the first render: `autoFocus` moves the focus before effects run.
  const [opener] = useState(() => document.activeElement)
  useEffect(() => () => returnFocus(opener), [opener])
  return (
    <SanityDialog width={0} zOffset={1000} {...props} __unstable_autoFocus={false}>
      <Box padding={4} data-testid={testId}>
        <Stack space={4}>
          {children}
          {buttons && <DialogButtons buttons={buttons} />}
        </Stack>
      </Box>
    </SanityDialog>
  )
}

/** The row of buttons at the bottom of a dialog. Use it directly if the buttons belong to a form. */
export function DialogButtons({ buttons }: { buttons: readonly ButtonProps[] }) {
  return (
    <Flex gap={2} justify="flex-end" wrap="wrap">
      {buttons.map((button) => (
        <Button key={String(button.text)} fontSize={1} padding={3} {...button} />
      ))}
    </Flex>
  )
}

/** Focuses the element that had the focus before. If it is disabled, focuses the first field of its form. */
function returnFocus(opener: Element | null): void {
  // Another element already has the focus: another dialog, or the view that replaced this one.
  if (document.activeElement !== document.body || !(opener instanceof HTMLElement)) return
  opener.focus()
  if (document.activeElement !== opener) {
    opener.closest('form')?.querySelector<HTMLElement>('input, select, textarea')?.focus()
  }
}

interface ConfirmDialogProps {
  title: string
  text?: string
  button: string
  isFinal?: boolean
  /** Called once the dialog is closed. */
  onConfirm(): void
  onClose(): void
}

/** A dialog that asks the user to confirm an action. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, text, button, isFinal, onConfirm, onClose } = props
  const confirm = () => {
    onClose()
    onConfirm()
  }
  return (
    <Dialog
      id="confirm"
      header={title}
      onClose={onClose}
      buttons={[
        { mode: 'bleed', text: 'Cancel', onClick: onClose, autoFocus: true },
        { tone: isFinal ? 'critical' : 'primary', text: button, onClick: confirm },
      ]}
    >
      {text && <Text size={1}>{text}</Text>}
    </Dialog>
  )
}
