// Search, theme, menu on small screens, and copying of code.
const dialog = document.getElementById('search')
const input = dialog.querySelector('input')
const list = document.getElementById('found')
const status = dialog.querySelector('.status')
const maxResults = 12
let entries = null
let selected = -1

const fold = (text) =>
  text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()

async function loadEntries() {
  entries ??= fetch(dialog.dataset.index)
    .then((response) => response.json())
    .then((found) =>
      found.map((entry) => ({
        ...entry,
        foldedTitle: fold(entry.heading || entry.page),
        foldedText: fold(`${entry.page} ${entry.heading} ${entry.text}`),
      })),
    )
    .catch(() => {
      entries = null
      return []
    })
  return entries
}

/** Every word must occur; a word in a title counts most, then at the beginning of a word. */
function score(entry, words) {
  let sum = entry.heading ? 0 : 1
  for (const word of words) {
    const at = entry.foldedText.indexOf(word)
    if (at < 0) return 0
    sum += 1
    if (entry.foldedTitle.includes(word)) sum += 20
    if (entry.foldedTitle.startsWith(word)) sum += 10
    if (at === 0 || !/\p{L}|\p{N}/u.test(entry.foldedText[at - 1])) sum += 3
  }
  return sum
}

async function search() {
  const query = input.value
  const words = fold(query).split(/\s+/).filter(Boolean)
  const known = words.length > 0 ? await loadEntries() : []
  if (query !== input.value) return
  const found = known
    .map((entry) => ({ entry, score: score(entry, words) }))
    .filter((one) => one.score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, maxResults)
  list.replaceChildren(...found.map(({ entry }, index) => item(entry, index, words)))
  input.setAttribute('aria-expanded', String(found.length > 0))
  status.textContent =
    words.length === 0
      ? ''
      : found.length === 0
        ? dialog.dataset.none
        : `${dialog.dataset.results}: ${found.length}`
  select(found.length > 0 ? 0 : -1)
}

function item(entry, index, words) {
  const option = document.createElement('li')
  option.id = `found-${index}`
  option.setAttribute('role', 'option')
  const link = document.createElement('a')
  link.href = entry.path
  link.tabIndex = -1
  const title = document.createElement('b')
  title.textContent = entry.heading ? `${entry.page} › ${entry.heading}` : entry.page
  const excerpt = document.createElement('span')
  excerpt.append(...excerptOf(entry.text, words))
  link.append(title, excerpt)
  option.append(link)
  return option
}

function excerptOf(text, words) {
  const at = Math.max(0, fold(text).indexOf(words[0]))
  const start = at < 60 ? 0 : text.indexOf(' ', at - 50) + 1
  const shown = text.slice(start, start + 160)
  const hit = fold(shown).indexOf(words[0])
  const ellipsis = start > 0 ? '…' : ''
  // Folding can change the length of a text; then nothing is marked.
  if (hit < 0 || fold(shown).length !== shown.length) return [ellipsis + shown]
  const mark = document.createElement('mark')
  mark.textContent = shown.slice(hit, hit + words[0].length)
  return [ellipsis + shown.slice(0, hit), mark, shown.slice(hit + words[0].length)]
}

function select(index) {
  selected = index
  for (const [position, option] of [...list.children].entries()) {
    option.setAttribute('aria-selected', String(position === index))
    if (position === index) option.scrollIntoView({ block: 'nearest' })
  }
  if (index < 0) input.removeAttribute('aria-activedescendant')
  else input.setAttribute('aria-activedescendant', `found-${index}`)
}

function openSearch() {
  if (dialog.open) return
  dialog.showModal()
  input.select()
  void loadEntries()
}

document.querySelector('button.search').addEventListener('click', openSearch)
input.addEventListener('input', () => void search())
input.addEventListener('keydown', (event) => {
  const count = list.children.length
  if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
    event.preventDefault()
    if (count > 0) select((selected + (event.key === 'ArrowDown' ? 1 : count - 1)) % count)
  } else if (event.key === 'Enter') {
    event.preventDefault()
    list.children[selected]?.querySelector('a').click()
  }
})
list.addEventListener('click', (event) => {
  if (event.target.closest('a')) dialog.close()
})
dialog.addEventListener('click', (event) => {
  if (event.target === dialog) dialog.close()
})
document.addEventListener('keydown', (event) => {
  const typing = /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName)
  const isShortcut = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k'
  if (isShortcut || (event.key === '/' && !typing)) {
    event.preventDefault()
    openSearch()
  }
})

document.querySelector('button.theme').addEventListener('click', () => {
  const root = document.documentElement
  const isDark = root.dataset.theme
    ? root.dataset.theme === 'dark'
    : matchMedia('(prefers-color-scheme: dark)').matches
  root.dataset.theme = isDark ? 'light' : 'dark'
  try {
    localStorage.setItem('anden-theme', root.dataset.theme)
  } catch {
    // The choice holds for this page only.
  }
})

const menu = document.querySelector('button.menu')
function showMenu(isOpen) {
  document.body.classList.toggle('menu-open', isOpen)
  menu.setAttribute('aria-expanded', String(isOpen))
}
menu.addEventListener('click', () => showMenu(!document.body.classList.contains('menu-open')))
document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape' && document.body.classList.contains('menu-open')) {
    showMenu(false)
    menu.focus()
  }
})

const { copy, copied } = document.body.dataset
for (const figure of document.querySelectorAll('figure.code')) {
  if (!navigator.clipboard) break
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'copy'
  button.textContent = copy
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(figure.querySelector('code').textContent)
    button.textContent = copied
    setTimeout(() => {
      button.textContent = copy
    }, 2000)
  })
  figure.append(button)
}

// The current page may be below the fold of a long table of contents.
document.querySelector('.contents [aria-current]')?.scrollIntoView({ block: 'nearest' })
