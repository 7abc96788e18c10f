// Draws all figures as one SVG: how far each is from its goal, with its confidence interval. Figures to the right of
// the line meet their goal. The chart follows the reader's colour scheme, and has no scripts or external fonts.
import { type Figure, goalText, isMet, valueText } from './figures.ts'

const size = { width: 1000, labels: 350, plot: 260, row: 24, head: 64, foot: 52 }
/** The ratio to the goal, on a logarithmic axis. */
const axis = { from: 0.25, to: 4, ticks: [0.25, 0.5, 1, 2, 4] }

export function chartOf(figures: readonly Figure[], caption: string): string {
  const height = size.head + figures.length * size.row + size.foot
  const bottom = size.head + figures.length * size.row + 4
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${height}" viewBox="0 0 ${size.width} ${height}" role="img" aria-label="Figures of the benchmarks and their goals">
<style>
  text { font: 13px system-ui, sans-serif; fill: #1f2328 }
  .small { font-size: 11px; fill: #59636e }
  .title { font-weight: 600; font-size: 15px }
  .paper { fill: #ffffff }
  .grid { stroke: #d1d9e0 }
  .goal { stroke: #1f2328 }
  .met { fill: #2f81c4 }
  .missed { fill: #d9822b }
  .interval { stroke: #1f2328; stroke-width: 1.5 }
  @media (prefers-color-scheme: dark) {
    text { fill: #f0f6fc }
    .small { fill: #9198a1 }
    .paper { fill: #0d1117 }
    .grid { stroke: #3d444d }
    .goal, .interval { stroke: #f0f6fc }
  }
</style>
<rect class="paper" width="100%" height="100%"/>
<text class="title" x="16" y="26">How far each figure is from its goal</text>
<text class="small" x="16" y="44">Bars: times the goal, or the goal divided by it where less is better. Lines: 95 % confidence. Orange: missed.</text>
${axis.ticks.map((tick) => gridLine(tick, bottom)).join('\n')}
${figures.map((figure, place) => rowOf(figure, size.head + place * size.row)).join('\n')}
<text class="small" x="16" y="${height - 12}">${escaped(caption)}</text>
</svg>
`
}

function gridLine(tick: number, bottom: number): string {
  const x = xOf(tick)
  const line = `<line class="${tick === 1 ? 'goal' : 'grid'}" x1="${x}" x2="${x}" y1="${size.head - 4}" y2="${bottom}"/>`
  return `${line}<text class="small" x="${x}" y="${bottom + 13}" text-anchor="middle">${tick === 1 ? 'goal' : tick}</text>`
}

function rowOf(figure: Figure, top: number): string {
  const { value, low, high } = figure
  const [start, end] = [xOf(1), xOf(timesGoal(figure, value))]
  const bounds = [xOf(timesGoal(figure, low)), xOf(timesGoal(figure, high))]
  const middle = top + size.row / 2
  return [
    `<text x="${size.labels}" y="${middle + 4}" text-anchor="end">${escaped(figure.name)}</text>`,
    `<rect class="${isMet(figure) ? 'met' : 'missed'}" x="${Math.min(start, end)}" width="${rounded(Math.abs(end - start))}" y="${top + 6}" height="${size.row - 12}"/>`,
    `<line class="interval" x1="${Math.min(...bounds)}" x2="${Math.max(...bounds)}" y1="${middle}" y2="${middle}"/>`,
    `<text class="small" x="${size.labels + size.plot + 44}" y="${middle + 4}">${escaped(`${valueText(figure)}; ${goalText(figure)}`)}</text>`,
  ].join('')
}

const timesGoal = ({ goal }: Figure, value: number) =>
  'atLeast' in goal ? value / goal.atLeast : goal.atMost / value

function xOf(times: number): number {
  const within = Math.min(axis.to, Math.max(axis.from, times))
  const share = Math.log(within / axis.from) / Math.log(axis.to / axis.from)
  return rounded(size.labels + 16 + share * size.plot)
}

const rounded = (value: number) => Number(value.toFixed(1))

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
