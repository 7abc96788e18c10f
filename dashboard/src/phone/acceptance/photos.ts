// Photos from the camera or from files. They are drawn again in a smaller size: a photo of 8 MB becomes one of 300 kB, and nothing
// else that the camera wrote into it, such as the place, leaves the phone.
import { button, element } from '../elements.ts'
import type { AcceptanceTexts } from './texts.ts'

const maxPhotos = 6
const maxSide = 1600
const quality = 0.8

/** null: the browser cannot read it as a picture. */
async function shrink(file: Blob): Promise<Blob | null> {
  const bitmap = await createImageBitmap(file).catch(() => null)
  if (!bitmap) return null
  const factor = Math.min(1, maxSide / Math.max(bitmap.width, bitmap.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(bitmap.width * factor))
  canvas.height = Math.max(1, Math.round(bitmap.height * factor))
  const context = canvas.getContext('2d')
  if (!context) return null
  // Where the picture is transparent, a JPEG would be black.
  context.fillStyle = '#ffffff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  bitmap.close()
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality))
}

/** `photos` is changed in place. */
export function photosField(texts: AcceptanceTexts, photos: Blob[], changed: () => void) {
  const list = element('div', { class: 'photos' })
  const problem = element('p', { class: 'problem', role: 'alert' })
  const input = element('input', {
    type: 'file',
    accept: 'image/*',
    multiple: true,
    id: 'photos',
    class: 'hidden',
  })
  const add = element('label', { for: 'photos', class: 'add' }, texts.addPhoto)
  input.addEventListener('change', () => void take([...(input.files ?? [])]))

  async function take(files: File[]) {
    problem.textContent = ''
    add.setAttribute('aria-busy', 'true')
    for (const file of files) {
      if (photos.length >= maxPhotos) {
        problem.textContent = texts.photosFull(maxPhotos)
        break
      }
      const photo = await shrink(file)
      if (photo) photos.push(photo)
      else problem.textContent = texts.photoUnreadable(file.name)
    }
    add.removeAttribute('aria-busy')
    // The same file can be chosen again.
    input.value = ''
    showList()
    changed()
  }

  function showList() {
    for (const image of list.querySelectorAll('img')) URL.revokeObjectURL(image.src)
    list.replaceChildren(
      ...photos.map((photo, index) => {
        const number = index + 1
        const image = element('img', { src: URL.createObjectURL(photo), alt: texts.photoNumber(number) })
        const remove = button({ 'aria-label': texts.removePhoto(number) }, '×', () => {
          photos.splice(index, 1)
          showList()
          changed()
          input.focus()
        })
        return element('span', { class: 'photo' }, image, remove)
      }),
    )
  }

  showList()
  return element(
    'div',
    { class: 'field' },
    element('span', { class: 'label' }, texts.photos),
    list,
    element('div', { class: 'adding' }, input, add),
    problem,
  )
}
