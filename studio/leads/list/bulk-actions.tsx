import { ChevronDownIcon, CloseIcon, RefreshIcon } from '@sanity/icons'
import { Button, Card, Flex, Menu, MenuButton, MenuItem, Text } from '@sanity/ui'
import type { BulkChange, LeadSummary } from 'halvi-leads/contract'
import { useState } from 'react'
import { ConfirmDialog } from '../../confirm-dialog.tsx'
import { usePeople } from '../api/people.ts'
import { statusLabels } from '../labels.ts'

type Change = Pick<BulkChange, 'status' | 'owner' | 'replay'>

interface BulkActionsProps {
  /** How many are ticked, such as `12` or `10,000+`. */
  count: string
  /** Offers to tick all that the filter finds. */
  tickAll?: { count: string; onClick(): void }
  isBusy: boolean
  onChange(change: Change): void
  onClear(): void
}

/** What can be done with all leads that are ticked; asks first. */
export function BulkActions({ count, tickAll, isBusy, onChange, onClear }: BulkActionsProps) {
  const people = usePeople()
  const [asked, setAsked] = useState<{ question: string; change: Change }>()
  const leads = count === '1' ? '1 lead' : `${count} leads`
  return (
    <Card tone="primary" paddingX={3} paddingY={2} borderBottom role="group" aria-label="Selection">
      <Flex gap={2} align="center" wrap="wrap">
        <Text size={1} weight="medium" role="status">
          {count} selected
        </Text>
        {tickAll && (
          <Button
            fontSize={1}
            padding={2}
            mode="bleed"
            text={`Select all ${tickAll.count}`}
            onClick={tickAll.onClick}
          />
        )}
        <Choose
          title="Status"
          options={(Object.keys(statusLabels) as LeadSummary['status'][]).map((status) => ({
            text: statusLabels[status],
            onClick: () =>
              setAsked({
                question: `Mark ${leads} as ${statusLabels[status]}?`,
                change: { status },
              }),
          }))}
        />
        <Choose
          title="Owner"
          options={[{ id: null, name: 'Nobody' }, ...people].map(({ id, name }) => ({
            text: name,
            onClick: () =>
              setAsked({ question: `Make ${name} the owner of ${leads}?`, change: { owner: id } }),
          }))}
        />
        <Button
          fontSize={1}
          padding={2}
          mode="ghost"
          icon={RefreshIcon}
          text="Deliver again"
          disabled={isBusy}
          onClick={() =>
            setAsked({ question: `Deliver ${leads} again?`, change: { replay: true } })
          }
        />
        <Button
          fontSize={1}
          padding={2}
          mode="bleed"
          icon={CloseIcon}
          aria-label="Clear the selection"
          onClick={onClear}
        />
      </Flex>
      {asked && (
        <ConfirmDialog
          title={asked.question}
          button="Go on"
          onConfirm={() => {
            setAsked(undefined)
            onChange(asked.change)
          }}
          onClose={() => setAsked(undefined)}
        />
      )}
    </Card>
  )
}

interface ChooseProps {
  title: string
  options: { text: string; onClick(): void }[]
}

function Choose({ title, options }: ChooseProps) {
  return (
    <MenuButton
      id={`bulk-${title}`}
      button={
        <Button fontSize={1} padding={2} mode="ghost" iconRight={ChevronDownIcon} text={title} />
      }
      popover={{ portal: true, constrainSize: true }}
      menu={
        <Menu>
          {options.map(({ text, onClick }) => (
            <MenuItem key={text} fontSize={1} text={text} onClick={onClick} />
          ))}
        </Menu>
      }
    />
  )
}
