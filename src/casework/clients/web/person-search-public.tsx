import { Autocomplete } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { api } from '#platform/web/api.ts'
import { dayText } from '#platform/web/time-words.ts'
import type { ContactInList } from '../contact-record.ts'
import classes from './contacts.module.css'

export type PickedPerson = Pick<ContactInList, 'id' | 'firstName' | 'lastName' | 'birthDate' | 'postalCode'>

/** A person on record, as the picker shows them. */
export async function getPickedPerson(id: string): Promise<PickedPerson> {
  const { firstName, lastName, birthDate, postalCode } = await api.get<PickedPerson>(`/api/contact/${id}`, {
    quiet: true,
  })
  return { id, firstName, lastName, birthDate, postalCode }
}

export const personLabel = (person: Pick<PickedPerson, 'firstName' | 'lastName' | 'birthDate'>) =>
  [`${person.firstName} ${person.lastName}`, person.birthDate && dayText(person.birthDate)].filter(Boolean).join(' · ')

/** So many people are shown at once. */
const MOST = 8

/**
 * Searches people on record by what is typed. `isNobody` once the search for this text has found nobody, `hasMore` if
 * it found others too, `hasFailed` if it did not work.
 */
export function usePersonSearch(text: string, exceptIds: readonly string[] = []) {
  const [asked] = useDebouncedValue(text.trim(), 300)
  const isLong = asked.length > 1
  const found = useQuery({
    queryKey: ['contact', 'pick', asked],
    queryFn: ({ signal }) =>
      api.post<{ items: ContactInList[]; nextCursor: string | null }>(
        ...(['/api/contact/search', { search: asked, limit: MOST }, { quiet: true, signal }] as const),
      ),
    enabled: isLong,
  })
  const people = (isLong ? (found.data?.items ?? []) : []).filter(({ id }) => !exceptIds.includes(id))
  return {
    ...{ asked, people, isNobody: isLong && found.isSuccess && asked === text.trim() && people.length === 0 },
    hasMore: isLong && Boolean(found.data?.nextCursor),
    hasFailed: isLong && found.isError,
    again: () => void found.refetch(),
  }
}

interface PersonSearchProps {
  label: string
  hint?: string
  /** what a screen reader hears, and everybody reads, when nobody was found */
  nobody: (name: string) => string
  /** the text typed so far */
  text: string
  error: string | undefined
  search: ReturnType<typeof usePersonSearch>
  /** for the first field of a dialog */
  isFirst?: boolean
  onText: (text: string) => void
  onChange: (person: PickedPerson) => void
}

/** A field that finds a person on record by name, birth date or telephone number. */
export function PersonSearch({
  isFirst,
  label,
  hint,
  nobody,
  text,
  error,
  search,
  onText,
  onChange,
}: PersonSearchProps) {
  const options = [...new Map(search.people.map((person) => [personLabel(person), person]))]
  return (
    <>
      <Autocomplete
        label={label}
        description={hint}
        size="md"
        required
        withAsterisk
        name="contactId"
        data-autofocus={isFirst || undefined}
        error={error}
        value={text}
        onChange={onText}
        data={options.map(([each]) => each)}
        filter={({ options: all }) => all}
        onOptionSubmit={(chosen) => {
          const person = options.find(([each]) => each === chosen)?.[1]
          if (person) onChange(person)
        }}
      />
      <p role="status" className={classes.nobody} hidden={!search.isNobody}>
        {search.isNobody && nobody(search.asked)}
      </p>
    </>
  )
}
