import { describe, expect, test } from 'vitest'
import { renderMarkdown } from './render.ts'
import { siteTexts } from './site-texts.ts'

const rendered = (text: string) => renderMarkdown(text, (href) => href, siteTexts.en)

describe('tabs', () => {
  const text = [
    '# Page',
    '<!-- tabs -->',
    '### curl',
    '```sh\ncurl x\n```',
    '#### Below',
    '### Python',
    '```python\nx = 1\n```',
    '<!-- /tabs -->',
    '## After',
  ].join('\n\n')

  test('are the headings between the comments, with what is below them', () => {
    const { html, sections } = rendered(text)
    expect(html).toContain(
      '<div class="tab-list"><button type="button">curl</button><button type="button">Python</button></div>',
    )
    const [first = '', second = ''] = html.split('<section class="tab">').slice(1)
    expect(first).toMatch(/<h3 id="curl">[\s\S]*curl x[\s\S]*<h4 id="below">/)
    expect(second).toMatch(/<h3 id="python">[\s\S]*<\/section>\s*<\/div>\s*<h2 id="after">/)
    expect(sections.map(({ heading }) => heading.anchor)).toEqual([
      'page',
      'curl',
      'below',
      'python',
      'after',
    ])
  })

  test('must end', () => {
    expect(() => rendered('# Page\n\n<!-- tabs -->\n\n### curl')).toThrow('<!-- /tabs -->')
  })

  test('are the only markup that is not escaped', () => {
    expect(rendered('# Page\n\n<!-- other -->\n\n<b>bold</b>').html).not.toMatch(/<!--|<b>/)
  })
})

describe('code', () => {
  const code = (language: string, text: string) =>
    rendered(`# Page\n\n\`\`\`${language}\n${text}\n\`\`\``).html

  test('has docstrings as comments, and other long strings as strings', () => {
    const html = code(
      'python',
      'def f():\n    """Says "what".\n\n    For x.\n    """\n    y = """if\nnot"""  # why',
    )
    expect(html).toContain('<span class="comment">&quot;&quot;&quot;Says &quot;what&quot;.\n\n    For x.\n')
    expect(html).toContain('<span class="string">&quot;&quot;&quot;if\nnot&quot;&quot;&quot;</span>')
    expect(html).toContain('<span class="comment"># why</span>')
    expect(code('java', '/** Says "what". */')).toContain(
      '<span class="comment">/** Says &quot;what&quot;. */',
    )
  })

  test('has its button in a line above it, which a drawing does not need', () => {
    expect(code('sh first terminal', 'ls')).toContain(
      '<figcaption><span>first terminal</span><button class="copy" type="button">Copy</button></figcaption>',
    )
    expect(code('python', 'x = 1')).toContain('<figcaption><span>Python</span>')
    expect(code('text', '+--+')).not.toContain('figcaption')
  })
})

test('every heading has an anchor of its own, which no id of the frame can have', () => {
  const { sections } = rendered('# A\n\n## Search\n\n## Search\n\n## Search 1\n\n## docs:search')
  expect(sections.map(({ heading }) => heading.anchor)).toEqual([
    'a',
    'search',
    'search-1',
    'search-1-1',
    'docssearch',
  ])
})
