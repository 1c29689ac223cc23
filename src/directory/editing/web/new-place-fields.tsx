import { Checkbox } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { ContractForm } from '#platform/web/contract-form.ts'
import { Field } from '#platform/web/field.tsx'
import type { NewPlace } from '../listing-editing.ts'
import classes from './editing.module.css'
import { findZipPlace } from './listing-calls.ts'
import { ZoneLine } from './zone-line.tsx'

interface NewPlaceFieldsProps {
  form: ContractForm<typeof NewPlace.shape>
  isConfidential: boolean
  onConfidential: (isConfidential: boolean) => void
}

/** The address of a new place; town, state and time zone are found by its ZIP code. */
export function NewPlaceFields({ form, isConfidential, onConfidential }: NewPlaceFieldsProps) {
  const { t } = useTranslation('editing')
  const zip = /^\s*(\d{5})(-\d{4})?\s*$/.exec(String(form.values.postalCode ?? ''))?.[1] ?? ''
  const { data } = useQuery({
    queryKey: ['zipCode', zip],
    queryFn: ({ signal }) => findZipPlace(zip, signal),
    enabled: zip !== '',
    staleTime: Number.POSITIVE_INFINITY,
  })
  const found = zip ? data : undefined
  const { values, set } = form
  // By the former ZIP code: what was typed is not replaced.
  const filled = useRef<{ city?: string; stateProvince?: string }>({})
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when one was found; what was emptied on purpose stays so
  useEffect(() => {
    if (!found) return
    const next = { city: found.town, stateProvince: found.state }
    for (const name of ['city', 'stateProvince'] as const)
      if (!values[name] || values[name] === filled.current[name]) set(name, next[name])
    filled.current = next
  }, [found])
  return (
    <>
      <Field form={form} name="name" label={t('new.placeName')} />
      <Field form={form} name="address1" autoComplete="off" />
      <div className={classes.pair}>
        <Field form={form} name="postalCode" autoComplete="off" />
        <Field form={form} name="city" autoComplete="off" />
        <Field form={form} name="stateProvince" autoComplete="off" />
      </div>
      <div role="status">{found && <ZoneLine timeZone={found.timeZone} />}</div>
      <Checkbox
        size="md"
        iconColor="var(--hl-on-hearth)"
        label={t('new.confidential')}
        description={t('new.confidentialHelp')}
        checked={isConfidential}
        onChange={(event) => onConfidential(event.currentTarget.checked)}
      />
    </>
  )
}
