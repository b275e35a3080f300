// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// The window as a host has it: a child of the host's window, several at a time, opened and closed
// often, and destroyed with its parent or with the server. Takes a display. Arguments: "drawing"
// for what depends on the display's pixels alone, or "lose": prints "open", and waits until the
// server ends.

#include "support/check.h"
#include "window/view/view.h"

#include <X11/XKBlib.h>
#include <X11/Xlib.h>
#include <X11/Xutil.h>
#include <X11/keysym.h>
#include <dlfcn.h>
#include <locale.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/// Sanitizers make all slower and larger: bounds of time and memory are not theirs.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
enum { SANITIZED = 1 };
#else
enum { SANITIZED = 0 };
#endif

enum { TIMES = 100, TIMES_DESTROYED = 30, WIDTH = 960, HEIGHT = 600 };

typedef struct {
    JwWindowModel model;
    JwView *view;
    const char *wrong; ///< What was wrong with opening it; NULL: nothing
    int n_panics, n_releases;
    int width, height; ///< Size that the host was asked for last
    int n_sizes;       ///< How often it was asked
    double now_s;
} Home;

static void act(void *user, const JwWindowAction *action) {
    Home *home = user;
    home->n_panics += action->kind == JW_DO_PANIC;
    home->n_releases += action->kind == JW_DO_KEY_OFF;
}

static void note_size(void *user, int width, int height) {
    Home *home = user;
    home->width = width;
    home->height = height;
    ++home->n_sizes;
}

static Home *try_home(Window parent) {
    Home *home = calloc(1, sizeof *home);
    if (!home) {
        abort();
    }
    jw_window_model_init(&home->model);
    home->view = jw_view_open();
    const JwViewSetup setup = {.title = "Home",
                               .parent = parent,
                               .scale = 1.0,
                               .model = &home->model,
                               .user = home,
                               .act = act,
                               .resize = note_size};
    home->now_s = 1.0;
    home->wrong = home->view ? jw_view_show(home->view, &setup) : "no display";
    return home;
}

static Home *open_home(Window parent) {
    Home *home = try_home(parent);
    check(!home->wrong, "a window opens: %s", home->wrong ? home->wrong : "");
    return home;
}

/// A string that swings in one mode as far as is drawn.
static void sound(Home *home, double reach_m) {
    JwWindowHero *hero = &home->model.hero;
    home->model.n_strings = 1;
    home->model.sounds = true;
    hero->open_m = hero->length_m = hero->fret_m[0] = 1.0;
    hero->n_pictures = hero->picture[0].n = 1;
    hero->picture[0].towards[0] = (float)reach_m;
    hero->reach_m = reach_m;
}

static void close_home(Home *home) {
    jw_view_close(home->view);
    free(home);
}

/// Lets a window run for so many frames; false once it is closed.
static bool run(Home *home, int frames) {
    bool open = true;
    for (int i = 0; i < frames && open; ++i) {
        home->now_s += 0.02;
        jw_view_change(home->view, JW_PART_LEVELS);
        open = jw_view_step(home->view, home->now_s);
        usleep(2000);
    }
    return open;
}

/// A host's window with its own connection, which the server tells nothing of ours.
static Window make_parent(Display *display) {
    const Window parent =
        XCreateSimpleWindow(display, DefaultRootWindow(display), 0, 0, WIDTH, HEIGHT, 0, 0, 0);
    XMapWindow(display, parent);
    XSync(display, False);
    return parent;
}

/// Presses the left button at a place, as a server would tell it.
static void click(Display *display, Window window, int x, int y) {
    for (int i = 0; i < 2; ++i) {
        XEvent event = {.xbutton = {.type = i ? ButtonRelease : ButtonPress,
                                    .window = window,
                                    .root = DefaultRootWindow(display),
                                    .time = 1000,
                                    .x = x,
                                    .y = y,
                                    .state = i ? Button1Mask : 0,
                                    .button = 1,
                                    .same_screen = True}};
        XSendEvent(display, window, False, NoEventMask, &event);
    }
    XSync(display, False);
}

static void check_two(Display *display) {
    const Window parent[2] = {make_parent(display), make_parent(display)};
    Home *home[2] = {open_home(parent[0]), open_home(parent[1])};
    check(run(home[0], 10) && run(home[1], 10), "two run beside each other");
    click(display, (Window)jw_view_window(home[0]->view), WIDTH - 28, 24);
    check(run(home[0], 10) && run(home[1], 10), "they run on");
    check(home[0]->n_panics == 1 && home[1]->n_panics == 0, "a click is its own window's");
    XDestroyWindow(display, parent[0]);
    XSync(display, False);
    check(!run(home[0], 100) && !jw_view_is_lost(home[0]->view), "one is closed with its parent");
    check(run(home[1], 10), "the other one is not");
    close_home(home[0]);
    check(run(home[1], 10), "nor when the first one is freed");
    XDestroyWindow(display, parent[1]);
    XSync(display, False);
    close_home(home[1]); // Freed before it knows
}

static void check_often(Display *display) {
    const Window parent = make_parent(display);
    for (int i = 0; i < TIMES; ++i) {
        Home *home = open_home(parent);
        check(run(home, i % 4), "it runs");
        close_home(home);
    }
    XDestroyWindow(display, parent);
}

static void check_sizes(void) {
    static const int sizes[][2] = {{160, 100}, {1, 1}, {3000, 40}, {40, 2000}, {WIDTH, HEIGHT}};
    Display *display = XOpenDisplay(NULL);
    Home *home = open_home(0);
    for (size_t i = 0; display && i < sizeof sizes / sizeof sizes[0]; ++i) {
        XResizeWindow(display, (Window)jw_view_window(home->view), (unsigned)sizes[i][0],
                      (unsigned)sizes[i][1]);
        XSync(display, False);
        jw_view_change(home->view, JW_PART_ALL);
        check(run(home, 10), "%d x %d", sizes[i][0], sizes[i][1]);
    }
    close_home(home);
    if (display) {
        XCloseDisplay(display);
    }
}

/// A large window is drawn larger, and hit where it is drawn.
static void check_large(Display *display) {
    Home *home = open_home(0);
    const Window window = (Window)jw_view_window(home->view);
    XResizeWindow(display, window, 1300, 900);
    XSync(display, False);
    run(home, 10);
    click(display, window, 1300 - 35, 30);
    run(home, 10);
    check(home->n_panics == 1, "the button of panic in a large window");
    click(display, window, 1300 - 14, 24);
    run(home, 10);
    check(home->n_panics == 1, "and nothing beside it");
    close_home(home);
}

/// Turns the wheel with Control held, as a server would tell it.
static void zoom_out(Display *display, Window window) {
    XEvent event = {.xbutton = {.type = ButtonPress,
                                .window = window,
                                .root = DefaultRootWindow(display),
                                .time = 1000,
                                .x = 400,
                                .y = 20,
                                .state = ControlMask,
                                .button = 5,
                                .same_screen = True}};
    XSendEvent(display, window, False, NoEventMask, &event);
    XSync(display, False);
}

/// A host whose toolkit scales gives sizes in units of its own, and a parent of as many times as
/// many pixels: the window fills it, drawn to that scale. Elsewhere a parent may have any size.
static void check_toolkit(Display *display) {
    for (int scales = 0; scales < 2; ++scales) {
        const Window parent = make_parent(display);
        const int k = scales ? 2 : 1;
        XWindowAttributes is = {0};
        setenv("GDK_SCALE", scales ? "2" : "1", 1);
        Home *home = open_home(parent);
        const Window window = (Window)jw_view_window(home->view);
        for (int i = 0; i < 2; ++i) { // Whichever the host does first
            const unsigned width = i ? 700 : 800, height = i ? 420 : 500;
            XResizeWindow(display, i ? parent : window, width * (i ? 2 : 1), height * (i ? 2 : 1));
            XSync(display, False);
            run(home, 5);
            XResizeWindow(display, i ? window : parent, width * (i ? 1 : 2), height * (i ? 1 : 2));
            XSync(display, False);
            run(home, 20);
            XGetWindowAttributes(display, window, &is);
            check(is.width == k * (int)width && is.height == k * (int)height, "scale %d: %d x %d",
                  k, is.width, is.height);
        }
        click(display, window, is.width - 28 * k, 24 * k);
        run(home, 10);
        check(home->n_panics == 1, "scale %d: drawn to it", k);
        zoom_out(display, window);
        run(home, 5);
        check(home->width > 500 && home->width < 700 && home->height < 420,
              "scale %d: asks the host for %d x %d of its own", k, home->width, home->height);
        close_home(home);
        XDestroyWindow(display, parent);
    }
    unsetenv("GDK_SCALE");
}

/// Highest row of a column that has the colour of a string's line; -1: none.
static int highest(Display *display, Window window, int x) {
    int found = -1;
    XImage *image = XGetImage(display, window, x, 60, 1, 130, AllPlanes, ZPixmap);
    for (int y = 0; image && y < 130 && found < 0; ++y) {
        const unsigned long pixel = XGetPixel(image, 0, y);
        const unsigned red = (unsigned)((pixel & image->red_mask) / (image->red_mask / 255));
        const unsigned blue = (unsigned)((pixel & image->blue_mask) * 255 / image->blue_mask);
        found = red > 200 && blue < 120 ? y : -1;
    }
    if (image) {
        XDestroyImage(image);
    }
    return found;
}

/// The string is drawn to the scale of how far it swings now.
static void check_scale(Display *display) {
    Home *home = open_home(0);
    int row[2];
    for (int i = 0; i < 2; ++i) {
        sound(home, i ? 1e-4 : 1e-3);
        jw_view_change(home->view, i ? JW_PART_STRING : JW_PART_ALL);
        run(home, 20);
        XSync(display, False);
        row[i] = highest(display, (Window)jw_view_window(home->view), 360);
    }
    check(row[0] > 0 && row[0] == row[1], "a tenth of the swing, at the same height: %d, %d",
          row[0], row[1]);
    close_home(home);
}

static double spent_s(Home *home) {
    const clock_t before = clock();
    for (int i = 0; i < 60; ++i) {
        jw_view_change(home->view, JW_PART_ALL);
        run(home, 1);
    }
    return (double)(clock() - before) / CLOCKS_PER_SEC;
}

/// Nothing is drawn while nobody sees it, and a key that is held is let go.
static void check_hidden(Display *display) {
    Home *home = open_home(0);
    const Window window = (Window)jw_view_window(home->view);
    sound(home, 1e-3);
    run(home, 20);
    const double seen_s = spent_s(home);
    home->model.hand.drag = JW_WINDOW_SOUND;
    home->model.hand.pressed = (JwWindowTarget){JW_E_KEY, 60};
    home->model.hand.sounding = 60;
    XUnmapWindow(display, window);
    XSync(display, False);
    run(home, 5);
    check(home->n_releases == 1, "a key is let go: %d", home->n_releases);
    check_below(spent_s(home) / seen_s, 0.25, "work of a hidden window, against a seen one");
    XMapWindow(display, window);
    XSync(display, False);
    run(home, 20);
    check(highest(display, window, 360) > 0, "it is drawn again");
    home->model.hand.drag = JW_WINDOW_SOUND;
    home->model.hand.pressed = (JwWindowTarget){JW_E_KEY, 60};
    home->model.hand.sounding = 60;
    jw_view_close(home->view);
    check(home->n_releases == 2, "so it is where the window is closed: %d", home->n_releases);
    free(home);
}

static void press_blank(Display *display, Window window, int type) {
    XEvent event = {.xkey = {.type = type,
                             .window = window,
                             .root = DefaultRootWindow(display),
                             .time = 1000,
                             .keycode = XKeysymToKeycode(display, XK_space),
                             .same_screen = True}};
    XSendEvent(display, window, False, NoEventMask, &event);
    XSync(display, False);
}

/// A key that is held down acts once.
static void check_repeats(Display *display) {
    Home *home = open_home(0);
    const Window window = (Window)jw_view_window(home->view);
    run(home, 10);
    home->model.hand.focus = (JwWindowTarget){JW_E_PANIC, 0};
    home->model.hand.focus_seen = true;
    for (int i = 0; i < 5; ++i) {
        press_blank(display, window, KeyPress);
    }
    run(home, 5);
    check(home->n_panics == 1, "held down: %d", home->n_panics);
    press_blank(display, window, KeyRelease);
    press_blank(display, window, KeyPress);
    run(home, 5);
    check(home->n_panics == 2, "and pressed again: %d", home->n_panics);
    close_home(home);
}

/********* Layouts *********/

enum { CODE_8 = 17, CODE_Q = 24, CODE_A = 38, CODE_F = 41, CODE_SHIFT = 50, CODE_Y = 29 };
enum { CODE_ALTGR = 92, CODE_CAPS = 66, CODE_NUM = 77, CODE_PAD_7 = 79 };

typedef int FakeKey(Display *display, unsigned code, Bool pressed, unsigned long delay_ms);

/// Presses and lets go a key as a keyboard does, in a layout, while another one is held (0: none).
static void press_in(Display *display, FakeKey *fake, unsigned layout, unsigned held,
                     unsigned code) {
    XkbLockGroup(display, XkbUseCoreKbd, layout);
    for (int i = 0; i < 4; ++i) {
        const unsigned which = i == 0 || i == 3 ? held : code;
        if (which) {
            fake(display, which, i < 2, 0);
        }
    }
    XSync(display, False);
}

/// What is typed is what the chosen layout writes; a keyboard may change meanwhile.
static void check_layouts(Display *display) {
    static const struct {
        unsigned layout, held, code;
        const char *text;
    } cases[] = {{0, 0, CODE_Y, "y"},          {0, CODE_SHIFT, CODE_Y, "Y"},
                 {0, CODE_ALTGR, CODE_Q, "q"}, {1, 0, CODE_Y, "z"},
                 {1, 0, CODE_Q, "q"},          {1, 0, CODE_8, "8"},
                 {1, CODE_ALTGR, CODE_Q, "@"}, {1, CODE_SHIFT, CODE_Y, "Z"},
                 {2, 0, CODE_Q, "a"},          {2, CODE_SHIFT, CODE_A, "Q"},
                 {3, 0, CODE_F, "f"},          {3, 0, CODE_8, "8"},
                 {3, CODE_SHIFT, CODE_F, "F"}, {0, 0, CODE_Y, "y"},
                 {0, CODE_CAPS, CODE_8, "8"},  {0, 0, CODE_Q, "Q"},
                 {0, CODE_SHIFT, CODE_Q, "q"}, {0, CODE_CAPS, CODE_8, "8"},
                 {0, 0, CODE_Q, "q"},          {0, CODE_NUM, CODE_8, "8"},
                 {0, 0, CODE_PAD_7, "7"},      {0, CODE_SHIFT, CODE_PAD_7, ""},
                 {0, CODE_NUM, CODE_8, "8"},   {0, 0, CODE_PAD_7, ""}};
    void *library = dlopen("libXtst.so.6", RTLD_NOW);
    void *symbol = library ? dlsym(library, "XTestFakeKeyEvent") : NULL;
    FakeKey *fake;
    memcpy(&fake, &symbol, sizeof fake);
    Home *home = open_home(0);
    const Window window = (Window)jw_view_window(home->view);
    run(home, 10);
    XSetInputFocus(display, window, RevertToParent, CurrentTime);
    if (!check(fake, "libXtst presses keys")) {
        close_home(home);
        return;
    }
    home->model.hand.typing = true;
    home->model.hand.described = -1;
    press_in(display, fake, 0, 0, CODE_Y);
    run(home, 5);
    check(!strcmp(home->model.hand.typed, "y"), "one layout: %s", home->model.hand.typed);
    check(system("setxkbmap us,de,fr,ru") == 0, "a keyboard of four layouts");
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        home->model.hand.typed[0] = 0;
        press_in(display, fake, cases[i].layout, cases[i].held, cases[i].code);
        run(home, 3);
        check(!strcmp(home->model.hand.typed, cases[i].text),
              "key %u in layout %u while %u is held: \"%s\", to be \"%s\"", cases[i].code,
              cases[i].layout + 1, cases[i].held, home->model.hand.typed, cases[i].text);
    }
    check(system("setxkbmap us") == 0, "the usual keyboard");
    close_home(home); // The library stays: the display calls it where it is closed
}

/********* Parents *********/

/// A parent that is no window, or was one, or takes none, is told; nothing is left of a try.
static void check_parents(Display *display) {
    const Window gone = make_parent(display), root = DefaultRootWindow(display);
    XDestroyWindow(display, gone);
    const Window blind =
        XCreateWindow(display, root, 0, 0, 100, 100, 0, 0, InputOnly, CopyFromParent, 0, NULL);
    const Pixmap pixmap = XCreatePixmap(display, root, 10, 10, (unsigned)DefaultDepth(display, 0));
    XSync(display, False);
    const struct {
        const char *name;
        unsigned long window;
    } parents[] = {{"destroyed", gone},
                   {"for input alone", blind},
                   {"a pixmap", pixmap},
                   {"never made", 0x1ffffff0},
                   {"no number of the server's", (unsigned long)root | 1UL << 40}};
    for (size_t i = 0; i < sizeof parents / sizeof parents[0]; ++i) {
        Home *home = try_home(parents[i].window);
        check(home->wrong != NULL, "a parent that is %s: %s", parents[i].name,
              home->wrong ? home->wrong : "opens");
        check(jw_view_step(home->view, 2.0), "and stepping does nothing");
        close_home(home);
    }
    XDestroyWindow(display, blind);
    XFreePixmap(display, pixmap);
}

/// A window that its host destroys while it draws ends, whatever was under way.
static void check_destroyed(Display *display) {
    for (int i = 0; i < TIMES_DESTROYED; ++i) {
        const Window parent = make_parent(display);
        Home *home = open_home(parent);
        sound(home, 1e-3);
        run(home, i % 5);
        click(display, (Window)jw_view_window(home->view), 300, 300);
        XDestroyWindow(display, i % 2 ? parent : (Window)jw_view_window(home->view));
        if (i % 3 == 0) {
            XSync(display, False);
        } else {
            XFlush(display);
        }
        home->model.hand.typing = i % 7 == 0; // It wants the keys
        check(!run(home, 1000), "%d: closed with what it was in", i);
        close_home(home);
        if (i % 2 == 0) {
            XDestroyWindow(display, parent);
        }
    }
}

/********* Errors *********/

enum { THREADS = 3, ERRORS = 2000 };

static Display *hosts_display;
static atomic_int n_hosts, n_strangers; ///< Errors that the host's handler got

static int take_error(Display *display, XErrorEvent *event) {
    (void)event;
    if (ConnectionNumber(display) == ConnectionNumber(hosts_display)) {
        ++n_hosts;
    } else {
        ++n_strangers;
    }
    return 0;
}

static int take_loss(Display *display) {
    (void)display;
    exit(9);
}

/// A window that opens, draws, makes errors (its window is gone) and closes, over and over.
static void *live_on(void *user) {
    atomic_bool *ends = user;
    Display *display = XOpenDisplay(NULL);
    while (display && !*ends) {
        const Window parent = make_parent(display);
        Home *home = try_home(parent);
        run(home, 3);
        XDestroyWindow(display, parent);
        XSync(display, False);
        run(home, 3);
        close_home(home);
        close_home(try_home(parent));
    }
    if (display) {
        XCloseDisplay(display);
    }
    return NULL;
}

/// The host's handlers stay in place and get its own errors, all of them, and none of ours, while
/// windows live in other threads.
static void check_handlers(void) {
    pthread_t thread[THREADS];
    atomic_bool ends = false;
    XErrorHandler before = XSetErrorHandler(take_error);
    XIOErrorHandler before_loss = XSetIOErrorHandler(take_loss);
    struct sigaction signals[2];
    sigset_t blocked[2];
    sigaction(SIGPIPE, NULL, &signals[0]);
    pthread_sigmask(SIG_SETMASK, NULL, &blocked[0]);
    Home *home = open_home(0);
    hosts_display = XOpenDisplay(NULL);
    for (int i = 0; i < THREADS; ++i) {
        check(!pthread_create(&thread[i], NULL, live_on, &ends), "a thread");
    }
    for (int i = 0; i < ERRORS; ++i) {
        XDestroyWindow(hosts_display, 0x1ffffff0);
        XSync(hosts_display, False);
        if (i % 100 == 0) {
            run(home, 1);
        }
    }
    ends = true;
    for (int i = 0; i < THREADS; ++i) {
        pthread_join(thread[i], NULL);
    }
    close_home(home);
    XCloseDisplay(hosts_display);
    sigaction(SIGPIPE, NULL, &signals[1]);
    pthread_sigmask(SIG_SETMASK, NULL, &blocked[1]);
    check(n_hosts == ERRORS, "the host's errors reach its handler: %d of %d", n_hosts, ERRORS);
    check(n_strangers == 0, "and none of ours: %d", n_strangers);
    check(XSetErrorHandler(before) == take_error, "its handler of errors is in place");
    check(XSetIOErrorHandler(before_loss) == take_loss, "and that of a server that ends");
    check(signals[0].sa_handler == signals[1].sa_handler &&
              sigismember(&blocked[0], SIGPIPE) == sigismember(&blocked[1], SIGPIPE),
          "and its signals");
}

/// Waits for the server's end, in a host whose own connection is closed by then. True if the host
/// lives on.
static int lose(void) {
    Display *display = XOpenDisplay(NULL);
    const Window parent = display ? make_parent(display) : 0;
    Home *home[] = {open_home(parent), open_home(0), open_home(0)};
    for (int i = 0; i < 3; ++i) {
        sound(home[i], 1e-3);
        check(run(home[i], 20), "it runs");
    }
    XSetIOErrorHandler(take_loss);
    XSetCloseDownMode(display, RetainPermanent);
    XCloseDisplay(display);
    puts("open");
    fflush(stdout);
    bool open = true;
    for (int i = 0; i < 20000 && open; ++i) {
        open = run(home[0], 1);
    }
    check(!open && jw_view_is_lost(home[0]->view), "a window ends with the server");
    check(!run(home[1], 1) && jw_view_is_lost(home[1]->view), "so does another");
    jw_view_resize(home[2]->view, 400, 300); // Written to before it looks
    jw_view_resize(home[2]->view, 500, 300);
    check(!run(home[2], 1), "and one that is written to first");
    sigset_t waiting;
    sigpending(&waiting);
    check(!sigismember(&waiting, SIGPIPE), "no signal is left behind");
    for (int i = 0; i < 3; ++i) {
        close_home(home[i]);
    }
    check(jw_view_open() == NULL, "nothing opens without it");
    return check_result();
}

/********* Sizes *********/

/// Memory that the process has now [MB].
static double resident_mb(void) {
    long pages = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    if (file) {
        check(fscanf(file, "%*s %ld", &pages) == 1, "a count of pages");
        fclose(file);
    }
    return (double)pages * (double)sysconf(_SC_PAGESIZE) / 1e6;
}

/// Whatever size is asked for, what is drawn has a bound.
static void check_huge(Display *display) {
    static const unsigned sizes[][2] = {{32767, 32767}, {32767, 600}, {960, 32767}, {16384, 16384}};
    const int screen = DefaultScreen(display);
    const double pixels = 2.25 * DisplayWidth(display, screen) * DisplayHeight(display, screen);
    Home *home = open_home(0);
    sound(home, 1e-3);
    run(home, 10);
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; ++i) {
        const double before_mb = resident_mb();
        const clock_t began = clock();
        XResizeWindow(display, (Window)jw_view_window(home->view), sizes[i][0], sizes[i][1]);
        XSync(display, False);
        jw_view_change(home->view, JW_PART_ALL);
        check(run(home, 10), "%u x %u", sizes[i][0], sizes[i][1]);
        const double more_mb = resident_mb() - before_mb;
        if (!SANITIZED) {
            check(more_mb < 8e-6 * pixels + 8.0, "memory of it: %.3g MB", more_mb);
            check_below((double)(clock() - began) / CLOCKS_PER_SEC, 3.0, "time of it [s]");
        }
    }
    XResizeWindow(display, (Window)jw_view_window(home->view), WIDTH, HEIGHT);
    XSync(display, False);
    check(run(home, 20) && highest(display, (Window)jw_view_window(home->view), 360) > 0,
          "and a usual size is drawn again");
    close_home(home);
}

/// A host is asked for the first size once, unless it chose one in which all has room.
static void check_first_size(Display *display) {
    static const struct {
        int width, height; ///< Size that the host gives it; 0: none
        int asked;
    } cases[] = {{0, 0, 1}, {400, 300, 1}, {1200, 400, 1}, {1200, 800, 0}, {WIDTH, HEIGHT, 1}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        const Window parent = make_parent(display);
        Home *home = open_home(parent);
        check(home->n_sizes == 0, "nothing is asked for before it runs");
        if (cases[i].width > 0) {
            XResizeWindow(display, (Window)jw_view_window(home->view), (unsigned)cases[i].width,
                          (unsigned)cases[i].height);
            XSync(display, False);
        }
        run(home, 20);
        check(home->n_sizes == cases[i].asked, "%d x %d: asked %d times", cases[i].width,
              cases[i].height, home->n_sizes);
        check(!home->n_sizes || (home->width == WIDTH && home->height == HEIGHT), "for %d x %d",
              home->width, home->height);
        close_home(home);
        XDestroyWindow(display, parent);
    }
}

/// Qt takes the size of the window for units of its own: as many pixels more as the scale says.
static void check_qt(Display *display) {
    static const struct {
        const char *text;
        double scale;
    } cases[] = {{"2", 2.0}, {"1.5", 1.5}, {"1.25", 1.25}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        const double k = cases[i].scale;
        const Window parent = make_parent(display);
        setenv("QT_SCALE_FACTOR", cases[i].text, 1);
        Home *home = open_home(parent);
        const Window window = (Window)jw_view_window(home->view);
        run(home, 5);
        check(home->n_sizes == 0, "a parent that has room is not asked");
        const int width = (int)(k * WIDTH), height = (int)(k * HEIGHT);
        XResizeWindow(display, parent, (unsigned)width, (unsigned)height);
        XResizeWindow(display, window, (unsigned)width, (unsigned)height);
        XSync(display, False);
        run(home, 20);
        click(display, window, (int)(k * (WIDTH - 28)), (int)(k * 24));
        run(home, 10);
        check(home->n_panics == 1, "scale %s: drawn to it", cases[i].text);
        zoom_out(display, window);
        run(home, 5);
        check(home->width > 0.7 * WIDTH && home->width < WIDTH, "scale %s: asks for %d of its own",
              cases[i].text, home->width);
        close_home(home);
        XDestroyWindow(display, parent);
    }
    setenv("QT_SCALE_FACTOR", "2", 1);
    const Window small =
        XCreateSimpleWindow(display, DefaultRootWindow(display), 0, 0, 400, 300, 0, 0, 0);
    XSync(display, False);
    Home *home = open_home(small);
    run(home, 5);
    check(home->n_sizes == 1 && home->width == WIDTH && home->height == HEIGHT,
          "one that has not is asked for the first size");
    close_home(home);
    XDestroyWindow(display, small);
    unsetenv("QT_SCALE_FACTOR");
}

int main(int argc, char **argv) {
    if (argc > 1 && !strcmp(argv[1], "lose")) {
        return lose();
    }
    Display *display = XOpenDisplay(NULL);
    if (!check(display, "there is a display")) {
        return check_result();
    }
    check_huge(display);
    check_sizes();
    check_toolkit(display);
    check_large(display);
    check_scale(display);
    check_hidden(display);
    check_repeats(display);
    check_two(display);
    if (argc < 2) {
        printf("a locale with a comma: %s\n",
               setlocale(LC_NUMERIC, "de_DE.UTF-8") ? "yes" : "none here");
        check_layouts(display);
        check_parents(display);
        check_destroyed(display);
        check_handlers();
        check_first_size(display);
        check_qt(display);
        check_often(display);
    }
    XCloseDisplay(display);
    return check_result();
}
