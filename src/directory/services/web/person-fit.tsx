import { useQuery } from '@tanstack/react-query'
import type { Fit } from '#directory/eligibility/fit.ts'
import { api } from '#platform/web/api.ts'
import { FitLine } from './fit-line.tsx'

/** Whether a service fits a person on record; nothing while that is not known, or where one of them is not chosen. */
export function useFit(serviceId: string | null | undefined, contactId: string | null | undefined) {
  const { data } = useQuery({
    queryKey: ['service', 'fit', serviceId, contactId],
    queryFn: () => api.post<Fit>(`/api/service/${serviceId}/fit`, { contactId }, { quiet: true }),
    enabled: Boolean(serviceId && contactId),
    retry: false,
  })
  return data
}

/** Says whether a service fits a person on record, and why. */
export function PersonFit({ serviceId, contactId }: { serviceId: string; contactId: string | null }) {
  const fit = useFit(serviceId, contactId)
  return fit ? <FitLine fit={fit} /> : null
}
