import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { referralField } from 'halvi-leads/forms/action-data'
import { referralCode } from 'halvi-leads/forms/prefill'

/**
 * Redirects a referral link, `/r/CODE` or `/r?ref=CODE`, to the waitlist in its language, with its code and
 * the other parameters of the link. An unknown code gets the same answer without the code.
 */
export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url)
  const given = [...searchParams].filter(([name]) => name !== referralField)
  const inPath = new URLSearchParams({ [referralField]: params.code ?? '' })
  const code = referralCode(inPath) || referralCode(searchParams)
  const isKnown = await context.leads.applicants.isReferralCode(code).catch(() => code !== '')
  const query = String(new URLSearchParams([...(isKnown ? [[referralField, code]] : []), ...given]))
  return redirect(query ? `/waitlist?${query}` : '/waitlist', {
    headers: { 'Cache-Control': 'no-store', 'X-Robots-Tag': 'noindex' },
  })
}
