// SPDX-License-Identifier: MIT
/*
 * The station on this machine's cards: one, shared by all who need the network at the same time.
 */
#pragma once

#include "apps/net/net.h"

/*
 * Bring the cards up and give them their addresses, as `ip=` says; DHCP is asked without it. Done
 * once: who comes later shares what there is. NULL: no card is up. stack_down() as often as this
 * succeeded; the last one stops the cards.
 */
struct net *stack_up(void);
void stack_down(void);

/*
 * Poll once; returns how many frames came. Does nothing, and returns 0, within another one: text
 * that is printed there may lead here.
 */
unsigned stack_poll(void);

/* Get the station for oneself, unless it is in use; then false. stack_leave() ends it. */
bool stack_enter(void);
void stack_leave(void);

/* ms since the station came up. */
uint64_t stack_now_ms(void);

/*
 * Poll until every card that asks for an address has one, for `us` at most, or until `stop` (NULL:
 * never). Returns how many cards have one.
 */
unsigned stack_wait_addresses(uint64_t us, bool (*stop)(void));

/* Does a card that asked for an address still wait for it? */
bool stack_waits(void);
