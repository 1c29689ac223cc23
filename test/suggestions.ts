import { expect } from 'vitest'
import { type OpenScreen, waitFor } from './screen.tsx'

/** Opens the list of a field by typing. */
export async function typeInto(page: OpenScreen, name: string | RegExp, text: string) {
  const field = (await page.findByRole('combobox', { name })) as HTMLInputElement
  await page.user.click(field)
  await page.user.paste(text)
  const list = () => document.getElementById(field.getAttribute('aria-controls') ?? '')
  return {
    field,
    options: () => [...(list()?.querySelectorAll('[role=option]') ?? [])].map((each) => each.textContent),
    highlighted: () => list()?.querySelector('[data-combobox-selected]')?.textContent,
  }
}

/**
 * Types on in a field whose list is open, moves to the second option before the answer comes, and selects it after.
 * Expects that the answer changes nothing.
 * @returns the option that was highlighted
 */
export async function selectDespiteLateAnswer(
  page: OpenScreen,
  list: Awaited<ReturnType<typeof typeInto>>,
  more: string,
  [method, path]: [method: string, path: string],
) {
  const options = list.options()
  const second = options[1] ?? ''
  const earlier = page.calls(method, path).length
  const late = page.holdNext(method, path)
  await page.user.paste(more)
  await page.user.keyboard('{ArrowDown}{ArrowDown}')
  expect(list.highlighted()).toBe(second)
  await waitFor(() => expect(page.calls(method, path)).toHaveLength(earlier + 1))
  late.release()
  await waitFor(() => expect(page.calls(method, path)[earlier]?.status).toBe(200))
  await page.settle()
  expect(list.options()).toEqual(options)
  expect(list.highlighted()).toBe(second)
  await page.user.keyboard('{Enter}')
  return second
}

/** In place of suggestions, once the search and its repetition have failed. */
export const searchFailed = {
  en: 'The search did not work. Type on to try again.',
  es: 'La búsqueda no funcionó. Siga escribiendo para intentarlo de nuevo.',
}
