const MISTAKES = '[aria-invalid="true"], [role="radiogroup"][aria-describedby$="-error"] input'

/** After failed validation, focuses the first field with an error. Call it in the handler that sets the errors. */
export const focusFirstMistake = (form: HTMLElement) =>
  // The errors are at their fields after the next render.
  requestAnimationFrame(() => form.querySelector<HTMLElement>(MISTAKES)?.focus())
