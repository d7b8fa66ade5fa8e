import { useLanguage } from 'halvi-site/language/context'
import { useWords } from 'halvi-site/words/context'
import { pluralForms } from 'halvi-site/words/plural-forms'
import type { ComponentProps } from 'react'
import { Countdown } from '../islands/countdown.tsx'
import { Island } from '../islands/island.tsx'

interface CountdownPanelProps extends Omit<ComponentProps<typeof Countdown>, 'labels'> {
  /** Classes for the space around the panel. */
  className: string
}

/** Renders a countdown in a dark panel. It runs in the browser only if the time is in the future. */
export function CountdownPanel({ className, ...props }: CountdownPanelProps) {
  const { days, hours, minutes, seconds } = useWords().programs
  const { locale } = useLanguage()
  const forms = (word: string) => pluralForms(word, locale)
  const countdown = {
    ...props,
    labels: {
      days: forms(days),
      hours: forms(hours),
      minutes: forms(minutes),
      seconds: forms(seconds),
    },
  }
  return (
    <section className={`shell ${className}`}>
      <div className="night cut padded py-10 sm:px-12 lg:px-16 lg:py-14">
        <div className="grid items-end gap-8 lg:grid-cols-12">
          {countdown.now < Date.parse(countdown.startsAt) ? (
            <Island name="Countdown" component={Countdown} start="idle" props={countdown} />
          ) : (
            <Countdown {...countdown} />
          )}
        </div>
      </div>
    </section>
  )
}
