const MISTAKES = '[aria-invalid="true"], [role="radiogroup"][aria-describedby$="-error"] input'

/** After a form was refused, the first field with an error takes the focus. Call it in the handler that sets the errors. */
export const focusFirstMistake = (form: HTMLElement) =>
  // The errors stand at their fields after the next rendering.
  requestAnimationFrame(() => form.querySelector<HTMLElement>(MISTAKES)?.focus())
