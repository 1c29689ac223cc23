import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useSteadyOptions } from '#ui/steady-options.ts'
import classes from './suggestions.module.css'

/** What a search for options gave. */
interface Search<Option> {
  /** the newest options */
  found: readonly Option[]
  /** Whether the search for them did not work: nothing found would be wrong. */
  hasFailed: boolean
}

/**
 * Options that a search suggests for the text in a field. They stay in place while the user moves through them; if the
 * search did not work, the field says so, until the next search.
 *
 * @returns the options to show, and the properties of the field
 */
export function useSuggestions<Option>({ found, hasFailed }: Search<Option>, text: string) {
  const { t } = useTranslation('platform')
  const { options, handlers } = useSteadyOptions(found, text)
  const inputContainer = (input: ReactNode) => (
    <>
      {input}
      {hasFailed && (
        <p role="alert" className={classes.failed}>
          {t('lists.searchFailed')}
        </p>
      )}
    </>
  )
  return { options, field: { ...handlers, inputContainer } }
}
