// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Rigid contact of a point that flies freely: it goes along parabolas, bounces at the instant at
// which they meet the obstacle, wherever in a step that is, and keeps R of its speed.
//
// Here the step is exact but for rounding: a two-step scheme follows the parabola of a constant
// force, and an impulse shared between the samples around an impact moves the point as one at its
// instant would. The ledger allows that where it does not insist on what restitution takes
// (JwContact's count is 0), and nearly always where it does: see is_paid().

#include "kernel/contact_group.h"
#include "kernel/kernels.h"
#include "support/check.h"

#include <math.h>
#include <string.h>

enum { MAX_POINTS = 20, LONGEST = 1500, QUIET = 3 };

/// A way to fly, time in steps.
typedef struct {
    const char *name;
    double speed;        ///< At the start, away from the obstacle [m a step]
    double acceleration; ///< [m a step^2]
    double restitution;
    double climb;  ///< Speed of the obstacle [m a step]
    bool straight; ///< The path between samples is taken to be straight
    int n_points;  ///< Which fly alike, each from a height of its own
} Flight;

static const Flight flights[] = {
    {"thrown back whole", -2e-4, -2e-6, 1.0, 0.0, false, 1},
    {"losing a third", -2e-4, -2e-6, 0.7, 0.0, false, 1},
    {"losing most", -2e-4, -2e-6, 0.2, 0.0, false, 1},
    {"pressed hard", -1e-3, -2e-5, 0.8, 0.0, false, 1},
    {"pulled away", -6e-4, 1.2e-5, 0.5, 0.0, false, 1},
    {"upon an obstacle that comes", 1e-4, -3e-6, 0.6, 5e-5, false, 1},
    {"straight", -2e-4, 0.0, 0.4, 0.0, true, 1},
    {"straight, upon an obstacle that goes", -2e-4, 0.0, 0.9, -7e-5, true, 1},
    {"three at a time", -2e-4, -2e-6, 0.7, 0.0, false, 3},
    {"twenty at a time", -2e-4, -2e-6, 1.0, 0.0, false, MAX_POINTS},
};
enum { FLIGHTS = sizeof(flights) / sizeof(flights[0]) };

/// What an impulse does to a point. Not 1: it must show where it is forgotten.
static const double compliance = 2.5;

/// Where a point is by closed form.
typedef struct {
    double height, speed; ///< Above the obstacle, and as seen from it
    int impacts;          ///< Until then
    double impact;        ///< When the last was
} Place;

/// Points of one flight, and what contact knows of them.
typedef struct {
    const Flight *flight;
    JwContact contact;
    JwSprings springs; ///< None: they only carry the compliance
    double swung;
    double onset[MAX_POINTS]; ///< Height above the obstacle at the start [m]
    double at[MAX_POINTS], before[MAX_POINTS];
    int impacts[MAX_POINTS];
    double last_impact; ///< When any of them had its last
    double worst;       ///< Distance from the closed form [m]
    double work;        ///< Of all impulses, as seen from the obstacle
} Body;

static Place place_at(const Flight *f, double onset, double time) {
    const double a = f->acceleration;
    Place p = {onset, f->speed - f->climb, 0, 0.0};
    for (;;) {
        // Until h + v t + a t^2/2 is 0 the next time.
        const double inside = p.speed * p.speed - 2.0 * a * p.height;
        const bool falls = inside >= 0.0 && (a < 0.0 || p.speed < 0.0);
        const double down = sqrt(fmax(inside, 0.0));
        // Without acceleration none comes back.
        const double up = a != 0.0 ? -2.0 * down / a : HUGE_VAL;
        const double flight = p.height > 0.0 ? 2.0 * p.height / (down - p.speed) : up;
        if (!falls || time <= flight) {
            p.height += time * (p.speed + 0.5 * a * time);
            p.speed += a * time;
            return p;
        }
        time -= flight;
        p.impact += flight;
        p.height = 0.0;
        p.speed = f->restitution * down;
        ++p.impacts;
    }
}

static bool begin(Body *b, const Flight *flight, double onset, double count) {
    const int n = flight->n_points;
    memset(b, 0, sizeof(*b));
    b->flight = flight;
    if (!check(!jw_contact_init(&b->contact, n) && !jw_springs_init(&b->springs, n), "memory")) {
        return false;
    }
    for (int i = 0; i < n; ++i) {
        const int diagonal = i * b->springs.stride + i;
        b->onset[i] = b->at[i] = onset + 1.37e-4 * i;
        b->contact.restitution[i] = flight->restitution;
        b->springs.s[diagonal] = b->springs.soft_compliance[diagonal] = compliance;
    }
    jw_contact_reset(&b->contact, n, b->at);
    for (int i = 0; i < n; ++i) {
        b->before[i] = place_at(flight, b->onset[i], -1.0).height - flight->climb;
        b->contact.p0[i] = b->before[i];
        b->contact.height0[i] = -flight->climb;
    }
    b->contact.fold = true;
    b->contact.count = count;
    b->contact.cutoff = flight->straight;
    b->springs.n = n;
    b->springs.version = 1;
    return true;
}

static void end(Body *b) {
    jw_contact_release(&b->contact);
    jw_springs_release(&b->springs);
}

/// Where it goes without contact.
static double unhindered(const Body *b, int point) {
    return 2.0 * b->at[point] - b->before[point] + b->flight->acceleration;
}

/// Moves the points of one lane, and looks where they should be.
static void move(Body *b, const JwContactGroup *m, int lane, int time) {
    const Flight *f = b->flight;
    const double obstacle = f->climb * time;
    for (int i = 0; i < f->n_points; ++i) {
        const double impulse = m->give[i * m->lanes + lane];
        const double next = unhindered(b, i) + compliance * impulse;
        const Place exact = place_at(f, b->onset[i], time);
        b->work += 0.5 * impulse * (next - b->before[i] - 2.0 * f->climb);
        b->before[i] = b->at[i];
        b->at[i] = next;
        b->worst = fmax(b->worst, fabs(next - obstacle - exact.height));
        b->last_impact = fmax(b->last_impact, exact.impact);
        b->impacts[i] = exact.impacts;
    }
}

/// A step of all, side by side in the contact group's lanes.
static void step(JwContactGroup *m, Body *body, int n_bodies, int time) {
    const JwContactStep *contact_step = jw_contact_step(m->lanes);
    for (int lane = 0; lane < n_bodies; ++lane) {
        const Body *b = &body[lane];
        for (int i = 0; i < b->flight->n_points; ++i) {
            m->height[i * m->lanes + lane] = b->flight->climb * time;
            m->moves = JW_GROUP_MOVES;
            m->ahead[i * m->lanes + lane] = unhindered(b, i);
        }
    }
    contact_step->predict(m);
    contact_step->solve(m, 0.0);
    contact_step->commit(m, 0.0, 0.0);
    for (int lane = 0; lane < n_bodies; ++lane) {
        move(&body[lane], m, lane, time);
    }
}

static bool is_quiet(const Body *b, int time) {
    return time >= b->last_impact + QUIET;
}

/// It has bounced once where the ledger insists; where not, it flies away, or the next bounce of
/// some point is so short that three samples no longer tell it from the one after.
static bool is_over(const Body *b, int time) {
    const Flight *f = b->flight;
    const double fall = f->speed - f->climb;
    bool over = b->impacts[0] > 0 && (b->contact.count > 0.0 || f->acceleration >= 0.0);
    for (int i = 0; i < f->n_points; ++i) {
        const double down = sqrt(fall * fall - 2.0 * f->acceleration * b->onset[i]);
        const double next_up = down * pow(f->restitution, b->impacts[i] + 1);
        over = over || (b->impacts[i] > 0 && 2.0 * next_up < -10.0 * f->acceleration);
    }
    return over && is_quiet(b, time);
}

/// The ledger that insists lets the first impact happen when it does: its second half gives energy
/// back, and the sample before it is not so near the obstacle that merely holding the point, which
/// is weighed first, would take less than restitution does.
static bool is_paid(const Body *b) {
    const Flight *f = b->flight;
    const double before = ceil(b->last_impact) - 1.0;
    const double gap = place_at(f, b->onset[0], before).height;
    return place_at(f, b->onset[0], before + 2.0).height > gap && gap > fabs(f->acceleration);
}

/// What impacts take by Newton's law.
static double lost(const Body *b) {
    const Flight *f = b->flight;
    const double fall = f->speed - f->climb;
    double sum = 0.0;
    for (int i = 0; i < f->n_points; ++i) {
        const double square = fall * fall - 2.0 * f->acceleration * b->onset[i];
        sum += 0.5 * square * (1.0 - pow(f->restitution, 2.0 * b->impacts[i])) / compliance;
    }
    return sum;
}

typedef struct {
    int impacts, n_exact, n_quiet;
    double worst;               ///< Distance from the closed form [m]
    double work, books, ledger; ///< Distances, of the energy of the first fall
} Outcome;

static void judge_compliance(const Body *b, int time, Outcome *o) {
    const Flight *f = b->flight;
    const double fall = f->speed - f->climb, whole = 0.5 * fall * fall / compliance;
    const double taken = lost(b), insisted = b->contact.count * taken;
    const double own = b->contact.work - b->contact.mover_work;
    for (int i = 0; i < f->n_points; ++i) {
        o->impacts += b->impacts[i];
    }
    o->books = fmax(o->books, fabs(own - b->work) / whole);
    if (b->contact.count > 0.0 && !is_paid(b)) {
        return;
    }
    ++o->n_exact;
    o->worst = fmax(o->worst, b->worst);
    if (is_quiet(b, time)) {
        // Between impacts: what is owed is what was taken, less what the ledger insists on.
        ++o->n_quiet;
        o->work = fmax(o->work, fabs(b->work + taken) / whole);
        o->ledger = fmax(o->ledger, fabs(b->contact.ledger + taken - insisted) / whole);
    }
}

/// Side by side, each from a height of its own: impacts fall everywhere in a step.
static void fly(const Flight *f, int lanes, double onset, double count, Outcome *o) {
    static Body body[JW_GROUP_LANES];
    JwLaneSource source[JW_GROUP_LANES];
    JwContactGroup group;
    int time = 0;
    bool ok = check(!jw_contact_group_init(&group, lanes, f->n_points), "memory");
    for (int lane = 0; lane < lanes; ++lane) {
        Body *b = &body[lane];
        ok = begin(b, f, onset + 4.1e-5 * lane, count) && ok;
        source[lane] = (JwLaneSource){
            .home = {.contact = &b->contact, .springs = &b->springs, .swung = &b->swung}};
    }
    if (ok) {
        jw_contact_group_assign(&group, source, lanes);
        for (bool going = true; going && time < LONGEST;) {
            step(&group, body, lanes, ++time);
            int n_over = 0;
            for (int lane = 0; lane < lanes; ++lane) {
                n_over += is_over(&body[lane], time);
            }
            going = n_over < (count > 0.0 ? lanes : 1);
        }
        for (int lane = 0; lane < lanes; ++lane) {
            jw_contact_group_store(&group, lane, &source[lane].home);
            judge_compliance(&body[lane], time, o);
        }
    }
    for (int lane = 0; lane < lanes; ++lane) {
        end(&body[lane]);
    }
    jw_contact_group_release(&group);
}

static void check_flight(const Flight *f, int lanes, double count) {
    enum { ONSETS = 32 };
    Outcome o = {0};
    for (int i = 0; i < ONSETS; ++i) {
        fly(f, lanes, 1e-3 + 3.7e-5 * i, count, &o);
    }
    printf("%s, %d side by side, the ledger insists on %g: %d impacts\n", f->name, lanes, count,
           o.impacts);
    check(o.impacts >= ONSETS * lanes && o.n_exact >= ONSETS / 8 && o.n_quiet >= ONSETS / 8,
          "they bounce");
    check_below(o.worst / 1e-3, 1e-9, "  distance from the closed form, of the height");
    check_below(o.work, 1e-9, "  energy lost, beside Newton's law");
    check_below(o.books, 1e-9, "  the books of contact, beside sums of our own");
    check_below(o.ledger, 1e-9, "  the ledger, beside what is owed");
}

/// Points that are no longer used push nothing.
static void check_reset(void) {
    JwContact contact;
    const double p[] = {2e-3, 3e-3};
    check(!jw_contact_init(&contact, 0), "memory for no point");
    jw_contact_reset(&contact, 0, NULL);
    check(contact.n == 0 && contact.ledger == 0.0 && contact.products_stale, "no point");
    jw_contact_release(&contact);
    check(!contact.height, "released");
    if (!check(!jw_contact_init(&contact, 5) && contact.capacity >= 5, "room for five points")) {
        return;
    }
    for (int i = 0; i < 5; ++i) {
        contact.impulse[i] = contact.projected[i] = contact.rest_impulse[i] = contact.pending[i] =
            1.0;
        contact.last[i] = contact.p1[i] = contact.p0[i] = contact.height1[i] = 1.0;
        contact.height[i] = contact.height0[i] = -1e-3 * i;
    }
    contact.ledger = -1.0;
    contact.refund = 1.0;
    jw_contact_reset(&contact, 2, p);
    check(contact.n == 2 && contact.ledger == 0.0 && contact.refund == 0.0 &&
              contact.products_stale,
          "at rest");
    for (int i = 0; i < 5; ++i) {
        check(contact.impulse[i] == 0.0 && contact.projected[i] == 0.0, "point %d: pushes", i);
        check(i < 2 ? contact.rest_impulse[i] == 1.0 : contact.rest_impulse[i] == 0.0,
              "point %d: holds", i);
    }
    for (int i = 0; i < 2; ++i) {
        check(contact.p1[i] == p[i] && contact.p0[i] == p[i] && contact.pending[i] == 0.0 &&
                  contact.last[i] == 0.0 && contact.height1[i] == contact.height[i] &&
                  contact.height0[i] == contact.height[i],
              "point %d: moves", i);
    }
    contact.impacts = 3;
    contact.penetration = contact.impulse_max = contact.work = contact.mover_work = 1.0;
    jw_contact_forget(&contact);
    check(contact.impacts == 0 && contact.penetration == 0.0 && contact.impulse_max == 0.0 &&
              contact.work == 0.0 && contact.mover_work == 0.0,
          "forgotten");
    jw_contact_release(&contact);
}

static void check_flights(void) {
    for (int i = 0; i < FLIGHTS; ++i) {
        check_flight(&flights[i], 1, 0.0);
        check_flight(&flights[i], JW_GROUP_LANES, 0.0);
        if (flights[i].n_points == 1) {
            check_flight(&flights[i], 1, 1.0);
            check_flight(&flights[i], JW_GROUP_LANES, 1.0);
        }
    }
}

int main(void) {
    check_reset();
    for (int level = JW_ISA_BASELINE; level <= JW_ISA_V4; ++level) {
        jw_kernels_limit((JwIsa)level);
        if (jw_kernels_isa() == (JwIsa)level) {
            printf("level %d of the instruction set\n", level);
            check_flights();
        }
    }
    return check_result();
}
