import { data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import {
  example,
  normalizeQuestion,
  type Question,
  questionFields,
  readQuestion,
} from 'halvi-site/commission/question'
import { questionErrors, resultFor } from 'halvi-site/commission/result'
import { loadPage } from 'halvi-site/content/load-page'
import { CALCULATOR_QUERY } from 'halvi-site/content/queries/calculator'
import { WORDS_QUERY } from 'halvi-site/content/queries/settings'
import { wordsOf } from 'halvi-site/words/words'
import { Breadcrumb } from '../components/sections/breadcrumb.tsx'
import { Calculator } from '../components/sections/calculator.tsx'
import { CommissionTable } from '../components/sections/commission-table.tsx'
import { JoinPanel } from '../components/sections/join-card.tsx'
import { PageHero } from '../components/sections/page-hero.tsx'
import { Text } from '../components/text/text.tsx'
import type { RouteHandle } from '../route-handle.ts'
import { pageMeta } from '../seo/meta.ts'

const commissions = '/business/commission'

export const handle: RouteHandle = {
  cache: { seconds: 600, query: questionFields, keyedBy: normalizeQuestion },
}

export async function loader(args: LoaderFunctionArgs) {
  const page = await loadPage(args, CALCULATOR_QUERY)
  const { content, language } = args.context
  const words = wordsOf(await content.fetch(WORDS_QUERY), language).commissions
  const given = readQuestion(new URL(args.request.url).searchParams, language.locale)
  const isAsked = given !== undefined
  const isComplete = isAsked && !(given.branch && given.salesText === undefined)
  const question: Question = isComplete
    ? given
    : { ...example, branch: given?.branch ?? example.branch, salesText: undefined }
  const result = resultFor(question, page, words, language.locale)
  if (result || !isComplete) {
    return data({ page, words, isAsked, question, result, fieldErrors: null })
  }
  // Responds 400, as for a rejected form, so that the page is not cached or indexed.
  const fieldErrors = questionErrors(question, page, words, language.locale)
  return data({ page, words, isAsked, question, result: null, fieldErrors }, { status: 400 })
}

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageMeta({
    matches,
    seo: data?.page.seo,
    crumbs: [
      { name: data?.words.commissions ?? '', path: commissions },
      { name: data?.page.title ?? '' },
    ],
    unlisted: data?.isAsked === true,
  })

export default function CalculatorPage() {
  const { page, words, question, result, fieldErrors } = useLoaderData<typeof loader>()
  const { title, intro } = page
  return (
    <>
      <PageHero eyebrow={<Breadcrumb label={words.commissions} href={commissions} />} title={title}>
        <Text value={intro} className="text-lg" />
      </PageHero>
      <Calculator page={page} question={question} result={result} fieldErrors={fieldErrors}>
        {result ? (
          <div className="mt-10">
            <JoinPanel card={page[result.card]} href={result.href} narrow />
          </div>
        ) : (
          <CommissionTable branches={page.branches} />
        )}
      </Calculator>
    </>
  )
}
