import { useElementSize, useTheme_v2 } from '@sanity/ui'
import { AxisBottom, AxisLeft } from '@visx/axis'
import { Group } from '@visx/group'
import { scaleBand, scaleLinear } from '@visx/scale'
import { Bar } from '@visx/shape'
import { useState } from 'react'

interface Value {
  key: string
  /** Under the bar. */
  label: string
  value: number
}

interface BarsProps {
  /** What the bars show, for those who don't see them. */
  title: string
  values: readonly Value[]
  height: number
  /** Where the scale ends, to compare charts by eye; otherwise at the highest bar. */
  max?: number
}

const margin = { top: 8, right: 4, bottom: 24, left: 40 }
/** Pixels that a label takes. */
const labelWidth = 64

/** A bar chart as wide as its place, in the colours of the theme. */
export function Bars({ title, values, height, max }: BarsProps) {
  const { color } = useTheme_v2()
  const [element, setElement] = useState<HTMLDivElement | null>(null)
  const width = useElementSize(element)?.content.width ?? 0
  const innerWidth = Math.max(0, width - margin.left - margin.right)
  const innerHeight = height - margin.top - margin.bottom
  const highest = Math.max(1, max ?? 0, ...values.map(({ value }) => value))
  const x = scaleBand({
    domain: values.map(({ key }) => key),
    range: [0, innerWidth],
    padding: 0.2,
  })
  const y = scaleLinear({ domain: [0, highest], range: [innerHeight, 0], nice: true })
  const labels = new Map(values.map(({ key, label }) => [key, label]))
  const every = Math.max(1, Math.ceil(values.length / Math.max(1, innerWidth / labelWidth)))
  const words = { fill: color.muted.fg, fontSize: 11, fontFamily: 'inherit' }
  return (
    <div ref={setElement} style={{ height }}>
      {width > 0 && (
        <svg width={width} height={height} role="img" aria-label={title}>
          <Group left={margin.left} top={margin.top}>
            <AxisLeft
              scale={y}
              numTicks={height > 120 ? 4 : 2}
              tickFormat={(value) =>
                Number.isInteger(value.valueOf()) ? tickWord(value.valueOf()) : ''
              }
              hideAxisLine
              hideTicks
              tickLabelProps={{ ...words, textAnchor: 'end', dx: '-0.25em', dy: '0.3em' }}
            />
            {values.map(({ key, label, value }) => (
              <Bar
                key={key}
                x={x(key)}
                y={y(value)}
                width={x.bandwidth()}
                height={innerHeight - y(value)}
                fill={color.button.default.primary.enabled.bg}
              >
                <title>{`${label}: ${value.toLocaleString('en-US')}`}</title>
              </Bar>
            ))}
            <AxisBottom
              scale={x}
              top={innerHeight}
              tickValues={values.filter((_, index) => index % every === 0).map(({ key }) => key)}
              tickFormat={(key) => labels.get(key) ?? ''}
              stroke={color.border}
              hideTicks
              tickLabelProps={{ ...words, textAnchor: 'middle' }}
            />
          </Group>
        </svg>
      )}
    </div>
  )
}

/** As short as its place: `30K`. */
const tickWord = (value: number) => value.toLocaleString('en-US', { notation: 'compact' })
