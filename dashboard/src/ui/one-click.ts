// A double click on a button is one click. The second one would come to whatever stands there by then: the same button
// once more, or on the board the button of the next order.
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
