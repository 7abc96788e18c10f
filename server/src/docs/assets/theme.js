// Before the first paint: the theme that was chosen here before. Otherwise the style sheet follows the system.
try {
  const theme = localStorage.getItem('anden-theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {
  // Storage can be disabled; the theme of the system remains.
}
