import { type LoaderFunctionArgs, redirect } from '@remix-run/node'

/**
 * Redirects a referral link to the waitlist, with its code and the campaign parameters of the link. An unknown code
 * gets the same answer without the code.
 */
export async function loader({ context, params: { code = '' }, request }: LoaderFunctionArgs) {
  const given = [...new URL(request.url).searchParams].filter(([name]) => name.startsWith('utm_'))
  const isKnown = await context.leads.applicants.isReferralCode(code).catch(() => true)
  const query = String(new URLSearchParams([...(isKnown ? [['ref', code]] : []), ...given]))
  return redirect(query ? `/waitlist?${query}` : '/waitlist', {
    headers: { 'Cache-Control': 'no-store', 'X-Robots-Tag': 'noindex' },
  })
}
