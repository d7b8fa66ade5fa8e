import {
  Box,
  Button,
  Container,
  Menu,
  MenuButton,
  MenuDivider,
  MenuItem,
  Select,
  Stack,
  Text,
  TextInput,
} from '@sanity/ui'
import { type ComponentProps, type ReactNode, useId } from 'react'

/** A button in the size that all tools use. */
export const SmallButton = (props: ComponentProps<typeof Button>) => (
  <Button fontSize={1} padding={2} mode="ghost" {...props} />
)

interface ValueProps {
  label?: ReactNode
  onValue(value: string): void
}

/** A text input in the size that all tools use, with its label above it if it has one. */
export function SmallInput({
  label,
  onValue,
  ...props
}: Omit<ComponentProps<typeof TextInput>, 'label'> & ValueProps) {
  const input = (id?: string) => (
    <TextInput
      id={id}
      fontSize={1}
      padding={2}
      {...props}
      onChange={({ currentTarget }) => onValue(currentTarget.value)}
    />
  )
  return label ? <Labeled label={label}>{input}</Labeled> : input()
}

/** Muted secondary text. */
export const Note = (props: ComponentProps<typeof Text>) => <Text size={1} muted {...props} />

/** An error message, announced by screen readers. */
export const Alert = (props: ComponentProps<typeof Text>) => (
  <Text size={1} role="alert" {...props} />
)

interface ChoiceProps extends Omit<ComponentProps<typeof Select>, 'label'>, ValueProps {
  choices: readonly (readonly [string, string])[]
}

/** A select element, with its label above it if it has one. `choices` are pairs of a value and its label. */
export function Choice({ label, choices, onValue, ...props }: ChoiceProps) {
  const select = (id?: string) => (
    <Select
      id={id}
      fontSize={1}
      padding={2}
      {...props}
      onChange={({ currentTarget }) => onValue(currentTarget.value)}
    >
      {choices.map(([value, title]) => (
        <option key={value} value={value}>
          {title}
        </option>
      ))}
    </Select>
  )
  return label ? <Labeled label={label}>{select}</Labeled> : select()
}

interface LabelledProps {
  label: ReactNode
  children(id: string): ReactNode
}

/** An input with its label above it. */
export function Labeled({ label, children }: LabelledProps) {
  const id = useId()
  return (
    <Stack space={2}>
      <Text as="label" size={1} weight="medium" {...{ htmlFor: id }}>
        {label}
      </Text>
      {children(id)}
    </Stack>
  )
}

interface ActionMenuProps extends Pick<ComponentProps<typeof MenuButton>, 'id' | 'popover'> {
  button: ComponentProps<typeof Button>
  /** The menu items. Null is a divider. */
  actions: readonly (ComponentProps<typeof MenuItem> | null)[]
}

/** A button that opens a menu. */
export function ActionMenu({ id, button, actions, popover }: ActionMenuProps) {
  return (
    <MenuButton
      id={id}
      button={<SmallButton {...button} />}
      popover={{ portal: true, ...popover }}
      menu={
        <Menu>
          {actions.map((action) =>
            action ? (
              <MenuItem key={String(action.text)} fontSize={1} {...action} />
            ) : (
              <MenuDivider key="line" />
            ),
          )}
        </Menu>
      }
    />
  )
}

/** The content of a tool's view, with a maximum width. */
export const View = ({ width, children }: { width: number; children: ReactNode }) => (
  <Container width={width}>
    <Box padding={4}>
      <Stack space={4}>{children}</Stack>
    </Box>
  </Container>
)
