import { Bar, BarChart, LabelList, Legend, ResponsiveContainer, XAxis, YAxis } from 'recharts'

interface ReportChartProps {
  bars: { name: string; first: number; last: number | null }[]
  /** of the two series; the second may be missing */
  names: readonly [string, string | null]
  height: number
}
const text = { fill: 'var(--hl-ink)', fontSize: 13 }

/** Bars for the eye; the table beside them says the same. */
export function ReportChart({ bars, names: [first, last], height }: ReportChartProps) {
  return (
    <ResponsiveContainer width="100%" height={height + (last ? 30 : 0)}>
      <BarChart
        layout="vertical"
        data={bars}
        accessibilityLayer={false}
        barGap={1}
        barCategoryGap="16%"
        margin={{ top: 0, right: 44, bottom: 0, left: 0 }}
      >
        <XAxis type="number" hide domain={[0, 'dataMax']} />
        <YAxis type="category" dataKey="name" width={128} interval={0} tick={text} stroke="var(--hl-edge)" />
        {last && <Legend align="left" wrapperStyle={{ fontSize: 13 }} />}
        <Bar dataKey="first" name={first} fill="var(--hl-hearth)" isAnimationActive={false} minPointSize={2}>
          <LabelList dataKey="first" position="right" {...text} />
        </Bar>
        {last && (
          <Bar dataKey="last" name={last} fill="var(--hl-ember)" isAnimationActive={false} minPointSize={2}>
            <LabelList dataKey="last" position="right" {...text} />
          </Bar>
        )}
      </BarChart>
    </ResponsiveContainer>
  )
}
