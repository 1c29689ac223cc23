import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useTyped } from '#platform/web/use-typed.ts'
import type { LinkedReferral } from '../answer-link.ts'

/** Who answers; whatever they send needs it. */
export function useHolder(known: LinkedReferral['holder']) {
  const { t } = useTranslation('answer-links')
  const [name, setName] = useTyped('name', known.name)
  const [reach, setReach] = useTyped('reach', known.reach)
  const [errors, setErrors] = useState<{ name?: string; reach?: string }>({})
  const fields = useRef<HTMLDivElement>(null)
  /** Leads to what is missing. */
  const isComplete = () => {
    const missing = t('answer.required')
    const lacking = { ...(name.trim() ? {} : { name: missing }), ...(reach.trim() ? {} : { reach: missing }) }
    setErrors(lacking)
    if (!Object.keys(lacking).length) return true
    requestAnimationFrame(() => fields.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus())
    return false
  }
  return { name, reach, setName, setReach, errors, fields, isComplete }
}
export type Holder = ReturnType<typeof useHolder>
