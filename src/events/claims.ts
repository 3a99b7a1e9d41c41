import type { Claim, DueEndpoint } from '../store/outbox/deliveries.ts';

/** The limit of deliveries to one endpoint that a process has in hand. A failing one must not hold many connections. */
const mostInHand = { sound: 32, failing: 2 };
/** The limit of messages with records that a process has in hand for an account: their texts take memory. */
const mostWithRecords = 32;
/** The limit of them to one endpoint, so that a slow one leaves room for others. */
const mostWithRecordsEach = 8;
/** The limit of accounts in a poll, because each costs a transaction. The next poll takes the others. */
const mostAccounts = 32;

/** The capacity of a process. */
interface Capacity {
  /** The number of deliveries to an endpoint that the process has in hand. */
  readonly inHand: (endpoint: DueEndpoint) => number;
  /** The number of messages with records to all endpoints of an account that the process has in hand. */
  readonly recordsInHand: (accountId: string) => number;
  /** The number of deliveries that it can take in all. */
  readonly most: number;
  /** A number from 0 to 1. */
  readonly random: () => number;
}

/** The claims of a process for one poll, by account. */
export interface ClaimPlan {
  readonly claims: readonly Claim[];
  /** Whether accounts are left over. */
  readonly isPartial: boolean;
}

/**
 * Divides the capacity of a process among the endpoints, so that no endpoint and no account delays another. Each
 * endpoint gets an equal share. Endpoints with the fewest deliveries in hand come first, equals in random order.
 */
export function planClaims(due: readonly DueEndpoint[], capacity: Capacity): ClaimPlan {
  const { inHand, most, random } = capacity;
  const inOrder = due
    .map((endpoint) => ({ endpoint, count: inHand(endpoint), lot: random() }))
    .sort((one, other) => one.count - other.count || one.lot - other.lot);
  const share = Math.max(1, Math.floor(most / due.length));
  const rooms = new Map<string, Claim['rooms'][number][]>();
  const roomForRecords = new Map<string, number>();
  let left = most;
  let isPartial = false;
  for (const { endpoint, count } of inOrder) {
    const forRecords =
      roomForRecords.get(endpoint.account_id) ?? mostWithRecords - capacity.recordsInHand(endpoint.account_id);
    const own = Math.min(roomOf(endpoint) - count, endpoint.has_records ? forRecords : Infinity);
    const room = Math.min(left, endpoint.has_rate_limit ? 1 : share, own);
    if (room <= 0) continue;
    const ofAccount = rooms.get(endpoint.account_id) ?? [];
    if (ofAccount.length === 0 && rooms.size === mostAccounts) {
      isPartial = true;
      continue;
    }
    rooms.set(endpoint.account_id, [...ofAccount, { webhook_id: endpoint.webhook_id, room }]);
    left -= room;
    if (endpoint.has_records) roomForRecords.set(endpoint.account_id, forRecords - room);
  }
  return { claims: [...rooms].map(([accountId, ofAccount]) => ({ accountId, rooms: ofAccount })), isPartial };
}

function roomOf({ is_failing: isFailing, has_records: hasRecords }: DueEndpoint): number {
  if (isFailing) return mostInHand.failing;
  return hasRecords ? mostWithRecordsEach : mostInHand.sound;
}
