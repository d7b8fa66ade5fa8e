import { Box, Button, Flex, Dialog as SanityDialog, Stack, Text } from '@sanity/ui'
import { type ComponentProps, useEffect, useState } from 'react'

type ButtonProps = ComponentProps<typeof Button>

interface DialogProps extends Omit<ComponentProps<typeof SanityDialog>, 'ref'> {
  'data-testid'?: string
  /** What ends it, from the least to the most important. */
  buttons?: readonly ButtonProps[]
}

/**
 * A dialog where the focus begins at what has `autoFocus`, rather than at the button that closes it, and goes back
 * to where it was when the dialog is gone.
 */
export function Dialog({ children, buttons, 'data-testid': testId, ...props }: DialogProps) {
  // While it is rendered: what has `autoFocus` has the focus before any effect.
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

/** The buttons of a dialog, for one whose form holds them. */
export function DialogButtons({ buttons }: { buttons: readonly ButtonProps[] }) {
  return (
    <Flex gap={2} justify="flex-end" wrap="wrap">
      {buttons.map((button) => (
        <Button key={String(button.text)} fontSize={1} padding={3} {...button} />
      ))}
    </Flex>
  )
}

/** Focuses the element that had the focus, or the first field of its form where it can't be used anymore. */
function returnFocus(opener: Element | null): void {
  // Something else has it: another dialog, or what was shown in place of this one.
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

/** Asks before something is done. */
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
