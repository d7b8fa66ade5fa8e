import {
  BookIcon,
  DocumentsIcon,
  EnvelopeIcon,
  TagIcon,
  ThLargeIcon,
  TranslateIcon,
  TrashIcon,
} from '@sanity/icons'
import { messageKinds } from 'halvi-schemas'
import { map } from 'rxjs'
import type {
  DefaultDocumentNodeResolver,
  StructureBuilder,
  StructureResolver,
  StructureResolverContext,
} from 'sanity/structure'
import { readConnection } from '../connection.ts'
import { MessagePreview } from '../preview/message-preview.tsx'
import { CODES_QUERY, languagesOf } from '../translations/languages.ts'
import { TranslationsList } from '../translations/translations-list.tsx'
import { Bin } from './bin.tsx'

/** The content structure: the first list that editors see in the Studio. */
export const structure: StructureResolver = (S, context) =>
  S.list()
    .title('Content')
    .items([
      S.listItem().id('pages').title('Pages').icon(DocumentsIcon).child(pages(S)),
      ordered(S, 'services', 'servicePage', 'Services').icon(ThLargeIcon),
      ordered(S, 'commissions', 'branch', 'Commissions').icon(TagIcon),
      ordered(S, 'affiliateProgram', 'affiliateProgram', 'Affiliate programs'),
      S.divider(),
      ordered(S, 'faqEntry', 'faqEntry', 'FAQ questions'),
      ordered(S, 'help', 'helpArticle', 'Help articles').icon(BookIcon),
      ordered(S, 'legalPage', 'legalPage', 'Legal'),
      S.divider(),
      S.listItem().id('messages').title('Messages').icon(EnvelopeIcon).child(messages(S)),
      S.divider(),
      S.documentTypeListItem('redirect').title('Redirects'),
      translations(S, context),
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
      ordered(S, 'page', 'page', 'Campaign pages'),
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
      ordered(S, 'businessPage', 'businessPage', 'Business pages'),
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
      ordered(S, 'replyTemplate', 'replyTemplate', 'Reply templates'),
    ])

/** Adds a preview to the forms of messages. */
export const documentViews: DefaultDocumentNodeResolver = (S, { schemaType }) =>
  schemaType === 'mailMessage' || schemaType === 'replyTemplate'
    ? S.document().views([
        S.view.form(),
        S.view.component(MessagePreview).id('preview').title('Preview'),
      ])
    : S.document()

/** The languages of the settings, each with the states of its translations. */
const translations = (S: StructureBuilder, { documentStore }: StructureResolverContext) =>
  S.listItem()
    .id('translations')
    .title('Translations')
    .icon(TranslateIcon)
    .child(() =>
      documentStore.listenQuery(CODES_QUERY, {}, { perspective: 'drafts', tag: 'languages' }).pipe(
        map((codes) =>
          S.list()
            .title('Translations')
            .items(
              languagesOf(codes).map(({ id, title }) =>
                S.listItem()
                  .id(id)
                  .title(title)
                  .icon(TranslateIcon)
                  .child(
                    S.component(TranslationsList).id(id).title(title).options({ language: id }),
                  ),
              ),
            ),
        ),
      ),
    )

/** Types with a position. Sanity can't sort by a field that a type doesn't have. */
const withPosition = ['servicePage', 'branch', 'helpArticle']

/** Returns a list item for documents of a type: originals first, in the order that the site shows them in. */
const ordered = (S: StructureBuilder, id: string, type: string, title: string) =>
  S.listItem()
    .id(id)
    .title(title)
    .schemaType(type)
    .child(
      S.documentTypeList(type)
        .title(title)
        .defaultOrdering([
          { field: 'language', direction: 'desc' },
          ...(withPosition.includes(type) ? [{ field: 'order', direction: 'asc' } as const] : []),
        ]),
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
