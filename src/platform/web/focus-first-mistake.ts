const MISTAKES = '[aria-invalid="true"], [role="radiogroup"][aria-describedby*="-error"] input'
/** A select has its name on a hidden input, which cannot be focused. */
const NAMED = '[name]:not([type=hidden]),[data-field]'

/**
 * After failed validation, focuses the first field with an error. Call it in the handler that sets the errors.
 * @param names the fields with errors, for a form that knows them; otherwise they are found by how they are shown
 */
export const focusFirstMistake = (form: HTMLElement | null, names?: string[]) =>
  // The errors are at their fields after the next render.
  requestAnimationFrame(() => {
    const fields = [...(form?.querySelectorAll<HTMLElement>(names ? NAMED : MISTAKES) ?? [])]
    const isMeant = (field: HTMLElement) => names?.includes(field.getAttribute('name') ?? field.dataset.field ?? '')
    fields.find((field) => !names || isMeant(field))?.focus()
  })
