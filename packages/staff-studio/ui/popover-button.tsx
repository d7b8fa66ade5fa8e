import { Button, type ButtonProps, Card, Popover, useClickOutsideEvent } from '@sanity/ui'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'

interface PopoverButtonProps extends Pick<ButtonProps, 'icon' | 'iconRight' | 'tone'> {
  text: string
  /** Returns the content of the popover. `close` closes it and returns the focus to the button. */
  children(close: () => void): ReactNode
}

/** A button that opens a popover. Escape and a click outside close it. */
export function PopoverButton({ text, children, ...rest }: PopoverButtonProps) {
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const id = useId()
  const close = () => {
    setOpen(false)
    button.current?.focus()
  }
  useClickOutsideEvent(open && (() => setOpen(false)), () => [button.current, content.current])
  return (
    <Popover
      open={open}
      portal
      placement="bottom-start"
      fallbackPlacements={['bottom-end', 'top-start']}
      constrainSize
      overflow="auto"
      content={
        <Card
          ref={content}
          id={id}
          role="dialog"
          aria-label={text}
          radius={3}
          padding={3}
          tabIndex={-1}
          style={{ minWidth: 220, maxWidth: 340, outline: 'none' }}
          onKeyDown={(event) => {
            if (event.key !== 'Escape') return
            event.stopPropagation()
            close()
          }}
        >
          {open && <FocusFirst>{children(close)}</FocusFirst>}
        </Card>
      }
    >
      <Button
        ref={button}
        fontSize={1}
        padding={2}
        mode="ghost"
        text={text}
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
        style={{ whiteSpace: 'nowrap' }}
        {...rest}
      />
    </Popover>
  )
}

/** Focuses the first control when the popover opens, but not when its content renders again. */
function FocusFirst({ children }: { children: ReactNode }) {
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const first = element.current?.querySelector<HTMLElement>('input, select, button, a[href]')
    // Waits until the popover is positioned. Before that, focusing would scroll the page.
    const frame = requestAnimationFrame(() => first?.focus({ preventScroll: true }))
    return () => cancelAnimationFrame(frame)
  }, [])
  return <div ref={element}>{children}</div>
}
