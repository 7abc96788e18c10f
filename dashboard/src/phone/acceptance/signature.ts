// The signature: strokes of a finger, a pen or a mouse. They are kept as points between 0 and 1, so that they stay when the phone is
// turned, and become a picture of one size, black on white, once they are sent.
import { button, element } from '../elements.ts'
import type { AcceptanceTexts } from './texts.ts'

type Point = readonly [x: number, y: number]
export type Strokes = Point[][]

const picture = { width: 700, height: 240 }
const lineWidth = 2.5
const ratio = picture.width / picture.height

type Options = { texts: AcceptanceTexts; hint: string; strokes: Strokes; changed: () => void }

export function signatureField({ texts, hint, strokes, changed }: Options) {
  const canvas = element('canvas', { role: 'img', tabindex: -1, 'aria-describedby': 'signature-hint' })
  const clear = button({ class: 'small', 'aria-label': texts.clear }, texts.clear, () => {
    strokes.splice(0)
    draw()
    changed()
    canvas.focus()
  })
  const state = element('span', { class: 'hint', role: 'status' })
  let stroke: Point[] | null = null

  const pointOf = (event: PointerEvent): Point => {
    const { left, top, width, height } = canvas.getBoundingClientRect()
    return [(event.clientX - left) / width, (event.clientY - top) / height]
  }
  canvas.addEventListener('pointerdown', (event) => {
    if (event.button !== 0) return
    canvas.setPointerCapture(event.pointerId)
    stroke = [pointOf(event)]
    strokes.push(stroke)
    draw()
  })
  canvas.addEventListener('pointermove', (event) => {
    if (stroke === null) return
    stroke.push(...(event.getCoalescedEvents?.() ?? [event]).map(pointOf))
    draw()
  })
  for (const end of ['pointerup', 'pointercancel'] as const)
    canvas.addEventListener(end, () => {
      if (stroke === null) return
      stroke = null
      changed()
      draw()
    })

  function draw() {
    const { clientWidth: width } = canvas
    const scale = devicePixelRatio
    canvas.width = width * scale
    canvas.height = (width / ratio) * scale
    const context = canvas.getContext('2d')
    if (context) drawStrokes(context, strokes, canvas, { ink: getComputedStyle(canvas).color, scale })
    const isSigned = strokes.length > 0
    clear.hidden = !isSigned
    canvas.setAttribute(
      'aria-label',
      `${texts.signature}: ${isSigned ? texts.signatureDrawn : texts.signatureEmpty}`,
    )
    state.textContent = isSigned ? '' : hint
  }

  new ResizeObserver(draw).observe(canvas)
  const problem = element('p', { class: 'problem', role: 'alert' })
  state.id = 'signature-hint'
  return {
    parts: element(
      'div',
      { class: 'field' },
      element('span', { class: 'label' }, texts.signature),
      canvas,
      state,
      problem,
      clear,
    ),
    fault: (text: string) => {
      problem.textContent = text
      if (text !== '') canvas.scrollIntoView({ block: 'center' })
    },
  }
}

type Size = { width: number; height: number }

function drawStrokes(
  context: CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D,
  strokes: Strokes,
  { width, height }: Size,
  { ink, scale }: { ink: string; scale: number },
) {
  Object.assign(context, {
    strokeStyle: ink,
    lineWidth: lineWidth * scale,
    lineCap: 'round',
    lineJoin: 'round',
  })
  for (const [first, ...rest] of strokes) {
    if (!first) continue
    context.beginPath()
    context.moveTo(first[0] * width, first[1] * height)
    // A tap is a dot.
    for (const [x, y] of rest.length > 0 ? rest : [first]) context.lineTo(x * width, y * height)
    context.stroke()
  }
}

/** null: nothing was signed. */
export async function pictureOf(strokes: Strokes): Promise<Blob | null> {
  if (strokes.length === 0) return null
  const canvas = Object.assign(document.createElement('canvas'), picture)
  const context = canvas.getContext('2d')
  if (!context) return null
  context.fillStyle = '#ffffff'
  context.fillRect(0, 0, picture.width, picture.height)
  drawStrokes(context, strokes, picture, { ink: '#000000', scale: 1.6 })
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'))
}
