// Counts the steps that a backtracking engine, such as V8's, takes for a text. So whether a pattern is linear is counted,
// not timed. Supports the syntax that this project's patterns use, and refuses any other.

type Next = (at: number) => boolean
type Node = (at: number, next: Next) => boolean

export function stepsOf({ source, flags }: RegExp, text: string): number {
  let steps = 0
  const characterFlags = flags.replaceAll(/[gy]/g, '')
  let position = 0

  function alternatives(): Node {
    const all = [sequence()]
    while (source[position] === '|') {
      position++
      all.push(sequence())
    }
    return (at, next) => all.some((one) => one(at, next))
  }

  function sequence(): Node {
    const nodes: Node[] = []
    while (position < source.length && source[position] !== '|' && source[position] !== ')')
      nodes.push(quantified())
    return nodes.reduceRight<Node>(
      (rest, node) => (at, next) => node(at, (then) => rest(then, next)),
      (at, next) => next(at),
    )
  }

  function quantified(): Node {
    const node = atom()
    const [whole = '', sign, least, comma, most] =
      /^(?:([*+?])|\{(\d+)(,?)(\d*)\})/.exec(source.slice(position)) ?? []
    position += whole.length
    if (whole === '') return node
    const min = sign ? (sign === '+' ? 1 : 0) : Number(least)
    const max = sign === '?' ? 1 : sign || (comma && !most) ? Number.POSITIVE_INFINITY : Number(most || least)
    const isLazy = source[position] === '?'
    if (isLazy) position++
    return repeated(node, min, max, isLazy)
  }

  function repeated(node: Node, min: number, max: number, isLazy: boolean): Node {
    const from = (count: number, at: number, next: Next): boolean => {
      const more = () => count < max && node(at, (then) => then > at && from(count + 1, then, next))
      const stop = () => count >= min && next(at)
      return isLazy ? stop() || more() : more() || stop()
    }
    return (at, next) => from(0, at, next)
  }

  function atom(): Node {
    const start = source[position]
    if (start === '(') return group()
    if (start === '^') return anchor((at) => at === 0)
    if (start === '$') return anchor((at) => at === text.length)
    const [whole = ''] =
      /^(?:\\u\{?[\da-fA-F]+\}?|\\p\{\w+\}|\\[^pu]|\[(?:\\.|[^\]\\])*\]|[^\\[])/.exec(
        source.slice(position),
      ) ?? []
    if (whole === '') throw new Error(`cannot read ${source} at ${position}`)
    position += whole.length
    const character = new RegExp(`^(?:${whole})$`, characterFlags)
    return (at, next) => {
      steps++
      return at < text.length && character.test(text[at] ?? '') && next(at + 1)
    }
  }

  function group(): Node {
    position += source.startsWith('(?:', position) ? 3 : 1
    if (source[position] === '?') throw new Error(`cannot read the group in ${source}`)
    const inside = alternatives()
    position++
    return inside
  }

  function anchor(isMet: (at: number) => boolean): Node {
    position++
    return (at, next) => {
      steps++
      return isMet(at) && next(at)
    }
  }

  const whole = alternatives()
  const starts = source.startsWith('^') ? 1 : text.length + 1
  for (let start = 0; start < starts; start++) if (whole(start, () => true)) break
  return steps
}
