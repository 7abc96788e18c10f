// Treats a double click on a button as one click. The second click would hit whatever is there by then: the same button
// again, or on the board the button of the next order.
window.addEventListener(
  'click',
  (event) => {
    const isAgain = event.detail > 1 && event.target instanceof Element && event.target.closest('button')
    if (!isAgain) return
    event.preventDefault()
    event.stopImmediatePropagation()
  },
  { capture: true },
)
