// Before the first paint: the theme that was chosen here before. Otherwise the style sheet follows the system.
try {
  const theme = localStorage.getItem('anden-theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {
  // Storage can be disabled; the theme of the system remains.
}
// Then the style sheet shows one tab of each group, so that nothing moves when the other script arrives.
document.documentElement.classList.add('scripted')
