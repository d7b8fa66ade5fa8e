import { data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { answerTo, questionErrors } from '../commission/answer.ts'
import { normalizeQuestion, questionFields, readQuestion } from '../commission/question.ts'
import { Breadcrumb } from '../components/sections/breadcrumb.tsx'
import { CalculatorAnswer } from '../components/sections/calculator-answer.tsx'
import { CalculatorForm } from '../components/sections/calculator-form.tsx'
import { CommissionTable } from '../components/sections/commission-table.tsx'
import { JoinPanel } from '../components/sections/join-card.tsx'
import { PageHero } from '../components/sections/page-hero.tsx'
import { Text } from '../components/text/text.tsx'
import { loadPage } from '../content/not-found.ts'
import { CALCULATOR_QUERY } from '../content/queries/calculator.ts'
import { WORDS_QUERY } from '../content/queries/settings.ts'
import type { RouteHandle } from '../route-handle.ts'
import { pageMeta } from '../seo/meta.ts'
import { wordsOf } from '../words/words.ts'

const commissions = '/business/commission'

export const handle: RouteHandle = {
  parts: ['commissions'],
  cache: { seconds: 600, query: questionFields, keyedBy: normalizeQuestion },
}

export async function loader(args: LoaderFunctionArgs) {
  const page = await loadPage(args, CALCULATOR_QUERY)
  const words = wordsOf(await args.context.content.fetch(WORDS_QUERY)).commissions
  const question = readQuestion(new URL(args.request.url).searchParams)
  if (!question) return data({ page, words, question: null, answer: null, fieldErrors: null })
  const answer = answerTo(question, page)
  const isValid = answer || (question.branch && question.salesText === undefined)
  if (isValid) return data({ page, words, question, answer, fieldErrors: null })
  // Responds 400, as for a rejected form, so that the page is not cached or indexed.
  const fieldErrors = questionErrors(question, page, words)
  return data({ page, words, question, answer: null, fieldErrors }, { status: 400 })
}

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageMeta({
    matches,
    seo: data?.page.seo,
    crumbs: [
      { name: data?.words.commissions ?? '', path: commissions },
      { name: data?.page.title ?? '' },
    ],
    unlisted: Boolean(data?.question),
  })

export default function Calculator() {
  const { page, words, question, answer, fieldErrors } = useLoaderData<typeof loader>()
  const { title, intro, submit, branches } = page
  return (
    <>
      <PageHero eyebrow={<Breadcrumb label={words.commissions} href={commissions} />} title={title}>
        <Text value={intro} className="text-lg" />
      </PageHero>
      <div className="shell grid gap-x-8 gap-y-12 py-14 lg:grid-cols-12 lg:py-20">
        <div className="lg:col-span-5">
          <CalculatorForm
            branches={branches}
            submit={submit}
            branch={question?.branch}
            sales={question?.sales?.toLocaleString('en-US') ?? question?.salesText}
            fieldErrors={fieldErrors ?? undefined}
          />
        </div>
        <div className="lg:col-span-7">
          {answer ? (
            <>
              <CalculatorAnswer
                hue={answer.hue}
                shares={answer.shares}
                sentence={answer.sentence}
                note={<Text value={answer.shares ? page.answerNote : answer.note} />}
              />
              <div className="mt-10">
                <JoinPanel card={page[answer.card]} href={answer.href} narrow />
              </div>
            </>
          ) : (
            <CommissionTable branches={branches} />
          )}
        </div>
      </div>
    </>
  )
}
