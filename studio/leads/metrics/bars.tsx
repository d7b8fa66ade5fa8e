import { useElementSize, useTheme_v2 } from '@sanity/ui'
import { useState } from 'react'

interface Value {
  key: string
  label: string
  value: number
}

interface BarsProps {
  /** The label of the chart for screen readers. */
  title: string
  values: readonly Value[]
  height: number
  /** The end of the scale, so that several charts are comparable. By default, the highest value. */
  max?: number
}

const margin = { top: 8, right: 4, bottom: 24, left: 40 }
const labelWidth = 64

/** A bar chart as wide as its container, in the colors of the theme. */
export function Bars({ title, values, height, max = 0 }: BarsProps) {
  const { color } = useTheme_v2()
  const [element, setElement] = useState<HTMLDivElement | null>(null)
  const width = useElementSize(element)?.content.width ?? 0
  const innerWidth = Math.max(0, width - margin.left - margin.right)
  const bottom = height - margin.bottom
  const highest = Math.max(1, max, ...values.map(({ value }) => value))
  const scale = (bottom - margin.top) / highest
  const step = innerWidth / Math.max(1, values.length)
  const every = Math.max(1, Math.ceil(labelWidth / Math.max(1, step)))
  const labelStyle = { fill: color.muted.fg, fontSize: 11 }
  return (
    <div ref={setElement} style={{ height }}>
      {width > 0 && (
        <svg width={width} height={height} role="img" aria-label={title}>
          {ticksUpTo(highest, height > 120 ? 4 : 2).map((tick) => (
            <text
              key={tick}
              x={margin.left - 11}
              y={bottom - tick * scale + 3}
              textAnchor="end"
              {...labelStyle}
            >
              {tick.toLocaleString('en-US', { notation: 'compact' })}
            </text>
          ))}
          {values.map(({ key, label, value }, index) => (
            <g key={key} transform={`translate(${margin.left + index * step})`}>
              <rect
                x={step * 0.1}
                y={bottom - value * scale}
                width={step * 0.8}
                height={value * scale}
                fill={color.button.default.primary.enabled.bg}
              >
                <title>{`${label}: ${value.toLocaleString('en-US')}`}</title>
              </rect>
              {index % every === 0 && (
                <text x={step / 2} y={bottom + 18} textAnchor="middle" {...labelStyle}>
                  {label}
                </text>
              )}
            </g>
          ))}
          <path d={`M${margin.left} ${bottom + 0.5}h${innerWidth}`} stroke={color.border} />
        </svg>
      )}
    </div>
  )
}

/** Returns 0 and at most `count` multiples of a round number, up to `highest`. */
function ticksUpTo(highest: number, count: number): number[] {
  const minStep = Math.max(1, highest / count)
  const power = 10 ** Math.floor(Math.log10(minStep))
  const step =
    [1, 2, 5, 10].map((factor) => factor * power).find((one) => one >= minStep) ?? minStep
  return Array.from({ length: Math.floor(highest / step) + 1 }, (_, index) => index * step)
}
