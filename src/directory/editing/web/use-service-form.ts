import { useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  changesOf,
  fieldsOf,
  type ServiceChanges,
  type ServicePhone,
  ServiceText,
  type ServiceValues,
} from '#directory/services/service-document.ts'
import type { WeekHours } from '#directory/services/week-hours.ts'
import { readPhone } from '#platform/schema/phone-number.ts'
import { ApiError } from '#platform/web/api.ts'
import { useContractForm } from '#platform/web/contract-form.ts'
import { markDraftHere } from '#platform/web/draft-gate.tsx'
import { notify } from '#platform/web/notify.ts'
import { randomUuid } from '#platform/web/random-uuid.ts'
import { useSavedDraft } from '#platform/web/use-draft-keeper.ts'
import { differences, type EditedService } from '../service-editing.ts'
import { conflictOf, type SaveConflict, saveService } from './service-calls.ts'

/** Unsaved changes of a service, based on the version that was read. */
export interface ServiceDraft {
  draftId: string
  name: string
  version: number
  /** By field, as `fieldsOf` gives them. */
  changes: Record<string, unknown>
}
export const draftName = (serviceId: string) => `service:${serviceId}`

/** Texts that are empty are empty inputs. */
const typed = (values: ServiceChanges) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value ?? '']))

const isFilled = ({ number, description }: ServicePhone) => Boolean(number.trim() || description?.trim())

/** Values as they are sent. */
function sentValues(values: Record<string, unknown>): ServiceValues {
  const texts = Object.keys(ServiceText.shape).map((name) => [name, values[name] === '' ? null : values[name]])
  const phones = (values.phones as ServicePhone[]).filter(isFilled)
  return { ...Object.fromEntries(texts), phones, languages: values.languages, hours: values.hours } as ServiceValues
}

const isUnsaid = (week: WeekHours, at: number) =>
  week.days[at]?.state === 'open' && week.days[at].spans.some((span) => !span.opensAt || !span.closesAt)

/** Whether the form has a place for an error with this path. */
const isShown = (path: string) => path in ServiceText.shape || /^phones\.\d+\.number$/.test(path)

/** Errors of what the contract of the texts does not know: `phones.0.number`, `hours.<place>.<day>`. */
function useRules(base: ServiceValues) {
  const { t } = useTranslation(['editing', 'platform'])
  return (values: Record<string, unknown>) => {
    const known = new Set(base.phones.map(({ number }) => number))
    const phones = (values.phones as ServicePhone[]).flatMap((phone, line) => {
      if (!isFilled(phone) || known.has(phone.number) || readPhone(phone.number)) return []
      const text = phone.number.trim() ? t('platform:message.phone-format') : t('platform:form.required')
      return [[`phones.${line}.number`, text]]
    })
    const hours = Object.entries(values.hours as ServiceValues['hours']).flatMap(([key, week]) =>
      [0, 1, 2, 3, 4, 5, 6].flatMap((at) =>
        week && isUnsaid(week, at) ? [[`hours.${key}.${at}`, t('hours.incomplete')]] : [],
      ),
    )
    return Object.fromEntries([...phones, ...hours])
  }
}

/** The form of a service: what was typed is a draft until it is saved; conflicts are shown, never overwritten. */
export function useServiceForm(
  service: EditedService,
  draft: ServiceDraft | null,
  onSaved: (saved: EditedService) => void,
) {
  const { t } = useTranslation(['editing', 'platform'])
  // What the changes are compared with, and the version from which they began.
  const [base, setBase] = useState({ values: service.values, version: draft?.version ?? service.version })
  const [conflict, setConflict] = useState<SaveConflict | null>(null)
  const [draftId] = useState(() => draft?.draftId ?? randomUuid())
  const [initial] = useState(() => {
    const { hours, ...others } = changesOf(draft?.changes ?? {})
    return typed({ ...service.values, ...others, hours: { ...service.values.hours, ...hours } })
  })
  const form = useContractForm({
    contract: ServiceText,
    texts: 'editing',
    initial,
    rules: useRules(base.values),
    onSubmit: async () => {
      try {
        const saved = await saveService(service.id, { version: base.version, changes: changesOf(changes) })
        await keeper.forget()
        notify(t(saved.isListed ? 'edit.saved' : 'edit.savedNotListed'))
        onSaved(saved)
      } catch (error) {
        const found = conflictOf(error)
        if (!found) throw error
        setConflict(found)
      }
    },
    onFailure: (error) => {
      const errors = error instanceof ApiError ? error.errors : []
      if (!errors.length || !errors.every(({ path }) => isShown(path))) notify(t('edit.failed'), 'bad')
    },
  })
  const changes = useMemo(() => differences(sentValues(form.values), base.values), [form.values, base])
  const count = Object.keys(changes).length
  const kept = useMemo(
    (): ServiceDraft | null =>
      Object.keys(changes).length ? { draftId, name: service.values.name, version: base.version, changes } : null,
    [changes, draftId, service.values.name, base.version],
  )
  useEffect(() => {
    if (kept) markDraftHere(kept.draftId)
  }, [kept])
  const keeper = useSavedDraft(draftName(service.id), kept)

  /** Goes on with these fields of the others, and everything else as it was typed; nothing is saved yet. */
  const settle = ({ current }: SaveConflict, theirs: string[]) => {
    const mine = Object.fromEntries(Object.entries(changes).filter(([field]) => !theirs.includes(field)))
    const { hours, ...others } = changesOf({ ...fieldsOf(current.values), ...mine })
    for (const [name, value] of Object.entries(typed({ ...others, hours }))) form.set(name, value)
    setBase({ values: current.values, version: current.version })
    setConflict(null)
  }
  return { form, base, changes: changesOf(changes), changed: changes, count, conflict, settle, forget: keeper.forget }
}
