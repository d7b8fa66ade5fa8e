import type { SanityClient } from '@sanity/client'
import { useQuery } from '@tanstack/react-query'
import type { Backlog, LeadMetrics, Outbox } from 'halvi-leads/contract'
import { apiVersion } from 'halvi-schemas/api-version'
import { may, mayEdit, type StaffRequest, useStaff } from 'halvi-staff-studio'
import { type CurrentUser, useClient, useCurrentUser, useSchema } from 'sanity'
import { waitingReleases } from './releases.ts'

/** Something that waits for a person, with the place in the Studio to do it. */
export interface Item {
  title: string
  href: string
  note?: string
}

/** The open tasks of a person, and the open comments that mention them. */
const TASKS_AND_MENTIONS = `{
  "tasks": *[_type == "tasks.task" && status == "open" && assignedTo == $me] | order(_createdAt)[0...20]{_id, title},
  "mentions": *[_type == "comment" && status == "open" && $me in message[].children[].userId]
    | order(_createdAt)[0...20]{_id, "id": target.document._ref, "type": target.documentType,
      "text": pt::text(message)}
}`

interface TasksAndMentions {
  tasks: { _id: string; title: string | null }[]
  mentions: { _id: string; id: string; type: string; text: string | null }[]
}

const editLink = (params: Record<string, string>) =>
  `/studio/intent/edit/${Object.entries(params)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join(';')}/`

async function tasksAndMentions(client: SanityClient, me: string): Promise<Item[]> {
  const comments = client.withConfig({ dataset: `${client.config().dataset}-comments` })
  // A hosted project has this dataset only after the first comment.
  const nothing: TasksAndMentions = { tasks: [], mentions: [] }
  const { tasks, mentions } = await comments
    .fetch<TasksAndMentions>(TASKS_AND_MENTIONS, { me }, { perspective: 'raw' })
    .catch(() => nothing)
  return [
    ...tasks.map(({ _id, title }) => ({
      title: `Task: ${title ?? 'Untitled'}`,
      href: `/studio/structure?sidebar=tasks&viewMode=edit&selectedTask=${_id}`,
    })),
    ...mentions.map(({ _id, id, type, text }) => ({
      title: 'Somebody mentioned you',
      href: editLink({ id, type, inspect: 'sanity/comments', comment: _id }),
      note: text ?? '',
    })),
  ]
}

const mailProblems = {
  on: '',
  off: 'Mail is off',
  held: 'Mail is on hold',
}

async function leadsAndMail(request: StaffRequest): Promise<Item[]> {
  const [{ statuses }, { mail, counts }, { exhausted }] = await Promise.all([
    request<LeadMetrics>('figures'),
    request<Outbox>('outbox'),
    request<Backlog>('backlog'),
  ])
  const fresh = statuses.find(({ value }) => value === 'new')?.leads ?? 0
  const failed = counts.find(({ state }) => state === 'exhausted')?.messages ?? 0
  const items = [
    fresh && { title: `New leads: ${fresh}`, href: '/studio/leads?status=new' },
    exhausted && {
      title: `Leads not delivered: ${exhausted}`,
      href: '/studio/leads?delivery=exhausted',
    },
    mailProblems[mail] && { title: mailProblems[mail], href: '/studio/leads/messages' },
    failed && {
      title: `Messages not sent: ${failed}`,
      href: '/studio/leads/messages?state=exhausted',
    },
  ]
  return items.filter((item) => typeof item === 'object')
}

/** The time between two queries while Home is shown, in milliseconds. */
const intervalMs = 10_000

/** Queries what waits for the user: releases and schedules, tasks, mentions, new leads, and mail. */
export function useAttention() {
  const client = useClient({ apiVersion })
  const schema = useSchema()
  const user: CurrentUser | null = useCurrentUser()
  const request = useStaff()
  return useQuery({
    queryKey: ['attention', user?.id],
    queryFn: async () => {
      const parts = await Promise.all([
        waitingReleases(client, schema),
        mayEdit(user) ? tasksAndMentions(client, user?.id ?? '') : [],
        may(user, 'leads:read') ? leadsAndMail(request) : [],
      ])
      return parts.flat()
    },
    refetchInterval: intervalMs,
    retry: false,
  })
}
