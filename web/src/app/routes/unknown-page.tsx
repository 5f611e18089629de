import { Navigate } from '@tanstack/react-router'

/** A3: an address no route can even read, such as one with a broken percent sign, is as unknown as any other. */
export function UnknownPage() {
  return <Navigate to="/" replace state={{ error: 'pageNotFound' }} />
}
