import {
  BookIcon,
  DocumentsIcon,
  EnvelopeIcon,
  TagIcon,
  ThLargeIcon,
  TrashIcon,
} from '@sanity/icons'
import { messageKinds } from 'halvi-schemas'
import type {
  DefaultDocumentNodeResolver,
  StructureBuilder,
  StructureResolver,
} from 'sanity/structure'
import { readConnection } from '../connection.ts'
import { MessagePreview } from '../preview/message-preview.tsx'
import { Bin } from './bin.tsx'

/** The content structure: the first list that editors see in the Studio. */
export const structure: StructureResolver = (S) =>
  S.list()
    .title('Content')
    .items([
      S.listItem().id('pages').title('Pages').icon(DocumentsIcon).child(pages(S)),
      ordered(S, 'services', 'servicePage', 'Services').icon(ThLargeIcon),
      ordered(S, 'commissions', 'branch', 'Commissions').icon(TagIcon),
      S.documentTypeListItem('affiliateProgramme').title('Affiliate programs'),
      S.divider(),
      S.documentTypeListItem('faqEntry').title('FAQ questions'),
      ordered(S, 'help', 'helpArticle', 'Help articles').icon(BookIcon),
      S.documentTypeListItem('legalPage').title('Legal'),
      S.divider(),
      S.listItem().id('messages').title('Messages').icon(EnvelopeIcon).child(messages(S)),
      S.divider(),
      S.documentTypeListItem('redirect').title('Redirects'),
      single(S, 'words'),
      single(S, 'siteSettings').title('Settings'),
      ...(readConnection().hosted ? [] : [S.divider(), bin(S)]),
    ])

/** The deleted documents. Only the embedded content API lists them. */
const bin = (S: StructureBuilder) =>
  S.listItem()
    .id('bin')
    .title('Deleted documents')
    .icon(TrashIcon)
    .child(S.component(Bin).id('bin').title('Deleted documents'))

const pages = (S: StructureBuilder) =>
  S.list()
    .title('Pages')
    .items([
      S.documentTypeListItem('page').title('Campaign pages'),
      S.divider(),
      single(S, 'landingPage'),
      single(S, 'comingSoonPage'),
      S.divider(),
      single(S, 'waitlistPage'),
      single(S, 'confirmationPage'),
      single(S, 'onboardingPage'),
      S.divider(),
      single(S, 'affiliatesPage'),
      single(S, 'affiliateApplyPage'),
      S.documentTypeListItem('featurePage').title('Business pages'),
      single(S, 'calculatorPage'),
      S.divider(),
      single(S, 'helpCentre'),
      single(S, 'faqPage'),
      single(S, 'contactPage'),
      S.divider(),
      single(S, 'notFoundPage'),
    ])

/** Automatic messages to applicants, and the templates of replies. */
const messages = (S: StructureBuilder) =>
  S.list()
    .title('Messages')
    .items([
      ...messageKinds.map(({ value, title }) =>
        S.listItem()
          .id(value)
          .title(title)
          .schemaType('mailMessage')
          .child(
            S.defaultDocument({ schemaType: 'mailMessage', documentId: `message-${value}` })
              .title(title)
              .initialValueTemplate(`message-${value}`),
          ),
      ),
      S.divider(),
      S.documentTypeListItem('replyTemplate').title('Reply templates'),
    ])

/** Adds a preview to the forms of messages. */
export const documentViews: DefaultDocumentNodeResolver = (S, { schemaType }) =>
  schemaType === 'mailMessage' || schemaType === 'replyTemplate'
    ? S.document().views([
        S.view.form(),
        S.view.component(MessagePreview).id('preview').title('Preview'),
      ])
    : S.document()

/** Returns a list item for documents of a type, in the order that the site shows them in. */
const ordered = (S: StructureBuilder, id: string, type: string, title: string) =>
  S.listItem()
    .id(id)
    .title(title)
    .schemaType(type)
    .child(
      S.documentTypeList(type)
        .title(title)
        .defaultOrdering([{ field: 'order', direction: 'asc' }]),
    )

/** Returns a list item that opens the only document of its type. */
const single = (S: StructureBuilder, type: string) => {
  const title = S.context.schema.get(type)?.title ?? type
  return S.listItem()
    .id(type)
    .title(title)
    .schemaType(type)
    .child(S.document().id(type).schemaType(type).documentId(type).title(title))
}
