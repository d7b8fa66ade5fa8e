import { Box, Checkbox, Flex, Stack, Text } from '@sanity/ui'
import { languageName } from 'halvi-leads/language-name'
import { useId } from 'react'
import { useStaffOptions } from '../options.ts'
import { asSentence } from '../staff-request.ts'
import { Choice, Note } from '../ui/controls.tsx'
import type { Role } from './account-api.ts'

interface RoleChoiceProps {
  roles: readonly Role[]
  /** The names of the selected roles. */
  value: readonly string[]
  onChange(value: string[]): void
}

/** Checkboxes for the roles of a person, who has the permissions of all of them. */
export function RoleChoice({ roles, value, onChange }: RoleChoiceProps) {
  const id = useId()
  const languages = useStaffOptions().useLanguages()
  const chosen = (role: string) => value.find((one) => one.split(':')[0] === role)
  const without = (role: string) => value.filter((one) => one.split(':')[0] !== role)
  return (
    <Stack as="fieldset" space={3} style={{ border: 0, margin: 0, padding: 0 }}>
      <Text as="legend" size={1} weight="medium" style={{ marginBottom: '0.75em' }}>
        Roles
      </Text>
      {roles.map(({ name, title, description, limitedBy }) => (
        <Flex key={name} gap={2}>
          <Checkbox
            id={`${id}${name}`}
            checked={chosen(name) !== undefined}
            aria-describedby={`${id}${name}-note`}
            onChange={({ currentTarget: { checked } }) =>
              onChange(checked ? [...value, name] : without(name))
            }
          />
          <Stack space={2} flex={1}>
            <Text as="label" size={1} {...{ htmlFor: `${id}${name}` }}>
              {title}
            </Text>
            <Box id={`${id}${name}-note`}>
              <Note>{asSentence(description)}</Note>
            </Box>
            {limitedBy && chosen(name) && languages.length > 1 && (
              <Choice
                label={`Languages of the role ${title}`}
                value={chosen(name)}
                choices={[
                  [name, 'All languages'],
                  ...languages.map(({ id, title }) => [`${name}:${id}`, `Only ${title}`] as const),
                ]}
                onValue={(limited) => onChange([...without(name), limited])}
              />
            )}
          </Stack>
        </Flex>
      ))}
    </Stack>
  )
}

/** Returns the titles of roles by their names. */
export const titlesOf = (roles: readonly Role[], names: readonly string[]): string =>
  names
    .map((name) => {
      const [base, code] = name.split(':')
      const title = roles.find((role) => role.name === base)?.title ?? name
      return code ? `${title} (${languageName(code)})` : title
    })
    .join(', ')
