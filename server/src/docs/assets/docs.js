// Theme, menu on small screens, tabs and copying of code. The search has a file of its own.
import './search.js'

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

const { copied } = document.body.dataset
for (const button of document.querySelectorAll('button.copy')) {
  const label = button.textContent
  button.addEventListener('click', async () => {
    await copyText(button.closest('figure').querySelector('code'))
    button.textContent = copied
    setTimeout(() => {
      button.textContent = label
    }, 2000)
  })
}

/** Pages that are served by plain http have no clipboard. There the selection is copied. */
async function copyText(element) {
  if (navigator.clipboard) return await navigator.clipboard.writeText(element.textContent)
  getSelection().selectAllChildren(element)
  document.execCommand('copy')
  getSelection().removeAllRanges()
}

// Tabs. What was chosen holds for every group that has a tab of this name, here and on the next pages.
const tabsKey = 'anden-docs-tabs'
const maxRemembered = 10
let chosen = []
try {
  const stored = JSON.parse(localStorage.getItem(tabsKey))
  if (Array.isArray(stored)) chosen = stored
} catch {
  // Nothing is remembered.
}

function remember(label) {
  chosen = [label, ...chosen.filter((one) => one !== label)].slice(0, maxRemembered)
  try {
    localStorage.setItem(tabsKey, JSON.stringify(chosen))
  } catch {
    // The choice holds for this page only.
  }
}

const groups = [...document.querySelectorAll('.tabs')].map((element, index) => {
  const list = element.querySelector('.tab-list')
  const buttons = [...list.children]
  const panels = [...element.querySelectorAll(':scope > .tab')]
  list.setAttribute('role', 'tablist')
  for (const [position, button] of buttons.entries()) {
    const panel = panels[position]
    button.id = `docs:tab-${index}-${position}`
    panel.id = `docs:panel-${index}-${position}`
    button.setAttribute('role', 'tab')
    button.setAttribute('aria-controls', panel.id)
    panel.setAttribute('role', 'tabpanel')
    panel.setAttribute('aria-labelledby', button.id)
  }
  function show(shown) {
    for (const [position, button] of buttons.entries()) {
      button.setAttribute('aria-selected', String(position === shown))
      button.tabIndex = position === shown ? 0 : -1
      panels[position].dataset.shown = String(position === shown)
    }
  }
  const labels = buttons.map(({ textContent }) => textContent)
  return { element, buttons, panels, labels, show }
})

function showChosen() {
  for (const { labels, show } of groups) {
    const label = chosen.find((one) => labels.includes(one))
    show(label === undefined ? 0 : labels.indexOf(label))
  }
}

/** The other groups change too, so the one that was clicked is held where it is. */
function choose({ element }, label) {
  const before = element.getBoundingClientRect().top
  remember(label)
  showChosen()
  scrollBy(0, element.getBoundingClientRect().top - before)
}

for (const group of groups) {
  for (const button of group.buttons)
    button.addEventListener('click', () => choose(group, button.textContent))
  group.element.querySelector('.tab-list').addEventListener('keydown', (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (!step) return
    event.preventDefault()
    const { buttons } = group
    const next = buttons[(buttons.indexOf(event.target) + step + buttons.length) % buttons.length]
    choose(group, next.textContent)
    next.focus()
  })
}
showChosen()

/** A link can lead to the heading of a tab, or into a tab that is not shown. */
function showTarget() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)))
  const panel = target?.closest('.tab')
  const group = groups.find(({ panels }) => panels.includes(panel))
  if (!group) return
  group.show(group.panels.indexOf(panel))
  const isLabel = target === panel.firstElementChild
  ;(isLabel ? group.element : target).scrollIntoView()
}
addEventListener('hashchange', showTarget)
showTarget()

// The current page may be below the fold of a long table of contents.
document.querySelector('.contents [aria-current]')?.scrollIntoView({ block: 'nearest' })
