// The search dialog. What is found in which order is in ranking.js.
import { markOf, prepared, ranked } from './ranking.js'

const dialog = document.getElementById('docs:search')
const input = dialog.querySelector('input')
const list = document.getElementById('docs:found')
const status = dialog.querySelector('.status')
const maxResults = 12
let entries = null
let selected = -1

async function loadEntries() {
  entries ??= fetch(dialog.dataset.index)
    .then((response) => response.json())
    .then((found) => found.map(prepared))
    .catch(() => {
      entries = null
      return []
    })
  return entries
}

async function search() {
  const query = input.value
  const known = query.trim() === '' ? [] : await loadEntries()
  if (query !== input.value) return
  const found = ranked(known, query).slice(0, maxResults)
  list.replaceChildren(...found.map((entry, index) => item(entry, index, query)))
  input.setAttribute('aria-expanded', String(found.length > 0))
  status.textContent =
    query.trim() === ''
      ? ''
      : found.length === 0
        ? dialog.dataset.none
        : `${dialog.dataset.results}: ${found.length}`
  select(found.length > 0 ? 0 : -1)
}

function item(entry, index, query) {
  const option = document.createElement('li')
  option.id = `docs:found-${index}`
  option.setAttribute('role', 'option')
  const link = document.createElement('a')
  link.href = entry.path
  link.tabIndex = -1
  const title = document.createElement('b')
  title.textContent = entry.heading ? `${entry.page} › ${entry.heading}` : entry.page
  const excerpt = document.createElement('span')
  excerpt.append(...excerptOf(entry, query))
  link.append(title, excerpt)
  option.append(link)
  return option
}

function excerptOf(entry, query) {
  const { text } = entry
  const { at, length } = markOf(entry, query) ?? { at: 0, length: 0 }
  const start = at < 60 ? 0 : text.indexOf(' ', at - 50) + 1
  const end = start + 160
  const mark = document.createElement('mark')
  mark.textContent = text.slice(at, at + length)
  return [
    (start > 0 ? '…' : '') + text.slice(start, at),
    mark,
    text.slice(at + length, Math.max(end, at + length)),
  ]
}

function select(index) {
  selected = index
  for (const [position, option] of [...list.children].entries()) {
    option.setAttribute('aria-selected', String(position === index))
    if (position === index) option.scrollIntoView({ block: 'nearest' })
  }
  if (index < 0) input.removeAttribute('aria-activedescendant')
  else input.setAttribute('aria-activedescendant', `docs:found-${index}`)
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
