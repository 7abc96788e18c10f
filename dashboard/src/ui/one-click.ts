// Treats a double click on a button as one click. The second click would hit whatever is there by then: the same button
// again, or on the board the button of the next order. A button that is pressed several times in a row, such as +1, has
// `data-repeats`.
window.addEventListener(
  'click',
  (event) => {
    const button = event.detail > 1 && event.target instanceof Element && event.target.closest('button')
    if (!button || button.dataset['repeats'] !== undefined) return
    event.preventDefault()
    event.stopImmediatePropagation()
  },
  { capture: true },
)
